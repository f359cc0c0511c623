/**
 * Modules that several scripts in the page need. A script that is injected before these brings them,
 * and the others take them from there, so that the package holds each once: `dock.js` brings what
 * only the views over the page itself need, `components.js` what panels share, `shell.js` the rest.
 *
 * They are kept in an own property of the global object, like the state of src/shared/state.ts.
 */

import { dirname, join, relative, sep } from "node:path";
import esbuild from "esbuild";

const property = "pithModules";

/**
 * Returns the modules that at least two of the scripts hold: those that none but `some` hold, and the others that one of
 * `first` holds. Each is a path with the names that it exports. What only rare scripts hold is in each of these: the
 * first click would bring it for nothing.
 */
export async function sharedModules(options, some, first) {
  const outputs = async (entryPoints) => {
    const { metafile } = await esbuild.build({ ...options, entryPoints, format: "esm", metafile: true, write: false });
    return Object.values(metafile.outputs);
  };
  const scripts = await outputs(options.entryPoints);
  const holders = (module) => scripts.filter(({ inputs }) => module in inputs).map(({ entryPoint }) => entryPoint);
  // What build.mjs defines is no file; it goes where its name stands. Of timeouts and icons each script has its own few, and
  // the components are a part of their own.
  const isFile = (module) =>
    !module.startsWith("<define:") && !/(?:^|\/)(?:timeouts|icons|components)\.(?:ts|css)$/.test(module);
  const modules = new Set(scripts.flatMap(({ inputs }) => Object.keys(inputs)));
  const shared = [...modules].filter((module) => isFile(module) && holders(module).length > 1);
  const named = (found) => exportsOf(options, found);
  const paths = (entries) => new Set(entries.map((entry) => entry.in));
  const [ofSome, ofFirst] = [paths(some), paths(first)];
  const within = (module) => holders(module).every((script) => ofSome.has(script));
  const isFirst = (module) => holders(module).some((script) => ofFirst.has(script));
  return [await named(shared.filter(within)), await named(shared.filter(isFirst))];
}

/** Returns the names that modules export. */
export async function exportsOf(options, modules) {
  const entryPoints = modules.map((module) => ({ in: module, out: module }));
  const { metafile } = await esbuild.build({ ...options, entryPoints, format: "esm", metafile: true, write: false });
  return new Map(Object.values(metafile.outputs).map(({ entryPoint, exports }) => [entryPoint, exports]));
}

/** Returns an esbuild plugin that adds the modules to a script, which comes before others. */
export function bringing(modules) {
  return {
    name: "bringing",
    setup(build) {
      const { absWorkingDir } = build.initialOptions;
      build.onResolve({ filter: /./ }, ({ path, kind }) =>
        kind === "entry-point" ? { path, namespace: "bringing" } : undefined,
      );
      build.onLoad({ filter: /./, namespace: "bringing" }, ({ path }) => {
        const brought = [...modules].map(([module, names], i) => {
          const own = names.map((name) => [name, `${name}${i}`]);
          return {
            imports: `import { ${own.map(([name, here]) => `${name} as ${here}`).join(", ")} } from "./${module}";`,
            value: `modules["${module}"] ??= { ${own.map(([name, here]) => `${name}: ${here}`).join(", ")} };`,
          };
        });
        const contents = `${brought.map(({ imports }) => imports).join("\n")}
          import "./${path}";
          if (!Object.hasOwn(globalThis, "${property}")) {
            Object.defineProperty(globalThis, "${property}", { value: {} });
          }
          const modules = Object.getOwnPropertyDescriptor(globalThis, "${property}").value;
          ${brought.map(({ value }) => value).join("\n")}`;
        return { contents, resolveDir: absWorkingDir };
      });
    },
  };
}

/** Returns an esbuild plugin for the scripts after it, which takes the modules from there. */
export function taking(modules) {
  return {
    name: "taking",
    setup(build) {
      const { absWorkingDir } = build.initialOptions;
      build.onResolve({ filter: /^\./ }, ({ path, importer }) => {
        // As esbuild writes paths on every system.
        const module = relative(absWorkingDir, join(dirname(importer), path))
          .split(sep)
          .join("/");
        return modules.has(module) ? { path: module, namespace: "taking" } : undefined;
      });
      build.onResolve({ filter: /^taking$/ }, ({ path }) => ({ path, namespace: "taking" }));
      build.onLoad({ filter: /^taking$/, namespace: "taking" }, () => ({
        contents: `export const from = (module) => Object.getOwnPropertyDescriptor(globalThis, "${property}").value[module];`,
      }));
      build.onLoad({ filter: /./, namespace: "taking" }, ({ path }) => {
        const taken = modules.get(path).map((name) => {
          const value = `/* @__PURE__ */ take("${name}");`;
          return name === "default" ? `export default ${value}` : `export const ${name} = ${value}`;
        });
        const contents = `import { from } from "taking";
          const take = (name) => from("${path}")[name];
          ${taken.join("\n")}`;
        return { contents };
      });
    },
  };
}
