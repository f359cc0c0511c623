/**
 * Shares modules between scripts in the page, so that the package contains each module once. A library, a script that is
 * injected first, provides them to the others: `dock.js` the modules only for views over the page itself,
 * `components.js` those of panels, and `shell.js` the rest.
 *
 * They're stored in an own property of the global object, like the state of src/shared/state.ts. Named elements of the
 * page can't shadow an own property.
 */

import { dirname, join, relative, sep } from "node:path";
import esbuild from "esbuild";

const property = "pithModules";

/**
 * Modules whose state needn't be shared, with a number of scripts. Exports that the first click doesn't need are shared
 * only if more scripts use them; otherwise each script has its own copy.
 */
const copies = new Map([
  ["parts.ts", Infinity],
  ["shared/site-rules/site-rules.ts", Infinity],
  ["ui/nodes.ts", 1],
]);

/**
 * Returns the modules that at least two of the scripts contain, as paths with their exported names: those only in `some`,
 * and those in at least one of `first`. Modules only in rare scripts stay in each of these, so the first click doesn't
 * load them.
 */
export async function sharedModules(options, some, first) {
  const holders = await holdersOf(options, options.entryPoints);
  const shared = [...holders.keys()].filter((module) => isShareable(module) && holders.get(module).length > 1);
  const paths = (entries) => new Set(entries.map((entry) => entry.in));
  const [ofSome, ofFirst] = [paths(some), paths(first)];
  const within = (module) => holders.get(module).every((script) => ofSome.has(script));
  const isFirst = (module) => holders.get(module).some((script) => ofFirst.has(script));
  return [await exportsOf(options, shared.filter(within)), await exportsOf(options, shared.filter(isFirst))];
}

/** Returns the modules, except `others`, that at least `fewest` of the scripts contain, with their exported names. */
export async function commonModules(options, entryPoints, fewest, others) {
  const holders = await holdersOf(options, entryPoints);
  const isCommon = (module) => isShareable(module) && !others.has(module) && holders.get(module).length >= fewest;
  return exportsOf(options, [...holders.keys()].filter(isCommon));
}

/** Returns the scripts that contain each module. */
async function holdersOf(options, entryPoints) {
  const { metafile } = await esbuild.build({ ...options, entryPoints, format: "esm", metafile: true, write: false });
  const holders = new Map();
  for (const { entryPoint, inputs } of Object.values(metafile.outputs)) {
    for (const module of Object.keys(inputs)) {
      holders.set(module, [...(holders.get(module) ?? []), entryPoint]);
    }
  }
  return holders;
}

/**
 * Returns whether scripts can share a module. Values defined by build.mjs aren't files, and are inlined. Each script has
 * the timeouts and icons it uses; components and style roots are separate parts.
 */
function isShareable(module) {
  return (
    !module.startsWith("<define:") &&
    !/(?:^|\/)(?:timeouts|icons|components|style-roots|cascade-layers|transitions)\.(?:ts|css)$/.test(module)
  );
}

/** Returns the names that modules export. */
export async function exportsOf(options, modules) {
  const entryPoints = modules.map((module) => ({ in: module, out: module }));
  const { metafile } = await esbuild.build({ ...options, entryPoints, format: "esm", metafile: true, write: false });
  return new Map(Object.values(metafile.outputs).map(({ entryPoint, exports }) => [entryPoint, exports]));
}

/**
 * Returns the exported names of the modules, each with its index in the provided list, or null if no script uses it.
 * `scripts` are lists of entry points, with the plugins of their builds. For modules in `copies`, uses by `first` count.
 */
export async function placesOf(options, modules, scripts, first = []) {
  const all = numbered(modules, () => true);
  const [taken, takenFirst] = [await takenBy(options, scripts, all), await takenBy(options, first, all)];
  const isTaken = (module, name) => {
    const place = all.get(module).get(name);
    return takenFirst.has(place) || (taken.get(place) ?? 0) > (copies.get(module) ?? 0);
  };
  return numbered(modules, isTaken);
}

/** Returns the indexes of the exports that scripts use after tree shaking, each with the number of scripts. */
async function takenBy(options, scripts, places) {
  const taken = new Map();
  for (const [entryPoints, plugins] of scripts) {
    const { outputFiles } = await esbuild.build({
      ...options,
      minify: false,
      treeShaking: true,
      entryPoints,
      plugins: [...options.plugins, ...plugins, taking("all", places)],
      write: false,
    });
    for (const { text } of outputFiles) {
      for (const place of new Set([...text.matchAll(/\btaken_all\((\d+)\)/g)].map(([, place]) => Number(place)))) {
        taken.set(place, (taken.get(place) ?? 0) + 1);
      }
    }
  }
  return taken;
}

function numbered(modules, isTaken) {
  let next = 0;
  const places = (module, names) => new Map(names.map((name) => [name, isTaken(module, name) ? next++ : null]));
  return new Map([...modules].map(([module, names]) => [module, places(module, names)]));
}

/** Returns an esbuild plugin that adds the modules to a library and provides their exports as a list. */
export function bringing(list, places) {
  return {
    name: "bringing",
    setup(build) {
      const { absWorkingDir } = build.initialOptions;
      build.onResolve({ filter: /./ }, ({ path, kind }) =>
        kind === "entry-point" ? { path, namespace: "bringing" } : undefined,
      );
      build.onLoad({ filter: /./, namespace: "bringing" }, ({ path }) => {
        const brought = [...places].map(([module, names], i) => {
          const taken = [...names].filter(([, place]) => place !== null).map(([name]) => [name, `${name}${i}`]);
          return {
            imports: `import { ${taken.map(([name, here]) => `${name} as ${here}`).join(", ")} } from "./${module}";`,
            values: taken.map(([, here]) => here),
          };
        });
        const contents = `${brought.map(({ imports }) => imports).join("\n")}
          import "./${path}";
          if (!Object.hasOwn(globalThis, "${property}")) {
            Object.defineProperty(globalThis, "${property}", { value: {} });
          }
          globalThis.${property}["${list}"] ??=
            [${brought.flatMap(({ values }) => values).join(", ")}];`;
        return { contents, resolveDir: absWorkingDir };
      });
    },
  };
}

/** Returns an esbuild plugin for later scripts that replaces the modules by those of the library. */
export function taking(list, places) {
  return {
    name: `taking-${list}`,
    setup(build) {
      const { absWorkingDir } = build.initialOptions;
      build.onResolve({ filter: /^\./ }, ({ path, importer }) => {
        // As esbuild writes paths on every system.
        const module = relative(absWorkingDir, join(dirname(importer), path))
          .split(sep)
          .join("/");
        return places.has(module) ? { path: module, namespace: list } : undefined;
      });
      build.onResolve({ filter: /^taken$/ }, ({ path, namespace }) =>
        namespace === list ? { path, namespace: `taken-${list}` } : undefined,
      );
      const taken = `taken_${list.replaceAll("-", "_")}`;
      build.onLoad({ filter: /./, namespace: `taken-${list}` }, () => ({
        contents: `export const ${taken} = (place) => globalThis.${property}["${list}"][place];`,
      }));
      build.onLoad({ filter: /./, namespace: list }, ({ path }) => {
        const shared = [...places.get(path)].filter(([, place]) => place !== null || !copies.has(path));
        const names = shared.map(([name, place]) => {
          const value = `/* @__PURE__ */ ${taken}(${place});`;
          return name === "default" ? `export default ${value}` : `export const ${name} = ${value}`;
        });
        const copied = copies.has(path) ? [...places.get(path)].filter(([, place]) => place === null) : [];
        const others = `export { ${copied.map(([name]) => name).join(", ")} } from "${join(absWorkingDir, path)}";`;
        return {
          contents: `import { ${taken} } from "taken";\n${copied.length > 0 ? others : ""}\n${names.join("\n")}`,
          resolveDir: absWorkingDir,
        };
      });
    },
  };
}
