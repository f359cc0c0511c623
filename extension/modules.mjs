/**
 * Modules that several scripts in the page need: `shell.js`, which is injected before the others,
 * brings them, and the others take them from there. So the package holds each once.
 *
 * They are kept in an own property of the global object, like the state of src/state.ts.
 */

import { dirname, join, relative } from "node:path";
import esbuild from "esbuild";

const property = "pithModules";

/** Returns the modules that at least two of the scripts hold: their paths, and the names that each exports. */
export async function sharedModules(options) {
  const outputs = async (entryPoints) => {
    const { metafile } = await esbuild.build({ ...options, entryPoints, format: "esm", metafile: true, write: false });
    return Object.values(metafile.outputs);
  };
  const scripts = (await outputs(options.entryPoints)).map(({ inputs }) => Object.keys(inputs));
  const holders = (module) => scripts.filter((modules) => modules.includes(module)).length;
  // What build.mjs defines is no file; it goes where its name stands.
  const isFile = (module) => !module.startsWith("<define:");
  const shared = [...new Set(scripts.flat())].filter((module) => isFile(module) && holders(module) > 1);
  const apart = shared.map((module) => ({ in: module, out: module }));
  return new Map((await outputs(apart)).map(({ entryPoint, exports }) => [entryPoint, exports]));
}

/** An esbuild plugin for the shell: adds the modules to it. */
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
            value: `"${module}": { ${own.map(([name, here]) => `${name}: ${here}`).join(", ")} }`,
          };
        });
        const contents = `${brought.map(({ imports }) => imports).join("\n")}
          import "./${path}";
          if (!Object.hasOwn(globalThis, "${property}")) {
            Object.defineProperty(globalThis, "${property}", {
              value: {
                ${brought.map(({ value }) => value).join(",\n")}
              }
            });
          }`;
        return { contents, resolveDir: absWorkingDir };
      });
    },
  };
}

/** An esbuild plugin for the other scripts: takes the modules from the shell. */
export function taking(modules) {
  return {
    name: "taking",
    setup(build) {
      const { absWorkingDir } = build.initialOptions;
      build.onResolve({ filter: /^\./ }, ({ path, importer }) => {
        const module = relative(absWorkingDir, join(dirname(importer), path));
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
