/** @type {import("vitepress").UserConfig} */
export default {
  title: "Pith",
  description: "A reader view for the browser: finds the article in a page and shows it clean",
  lang: "en",
  srcDir: "pages",
  outDir: "../dist-site",
  cacheDir: "../out/vitepress",
  rewrites: (id) => id.replace(/README\.md$/, "index.md"),
  // The demonstration page is built by itself, and no document of the site.
  ignoreDeadLinks: [/^\/demonstration\//],
  head: [["link", { rel: "icon", href: "/pith.svg", type: "image/svg+xml" }]],
  themeConfig: {
    logo: "/pith.svg",
    outline: [2, 3],
    // An index that is part of the site: nothing is asked of anybody else.
    search: { provider: "local" },
    nav: [
      { text: "Read", link: "/" },
      { text: "Build on it", link: "/docs/library" },
      { text: "See the methods work", link: "/demonstration/index.html", target: "_self" },
    ],
    sidebar: [
      {
        text: "Pith",
        items: [
          { text: "What it is", link: "/" },
          { text: "Guide", link: "/docs/guide" },
          { text: "Privacy", link: "/PRIVACY" },
          { text: "Your own server", link: "/docs/own-server" },
          { text: "Safari", link: "/docs/safari" },
          { text: "Userscript", link: "/docs/userscript" },
          { text: "Changes", link: "/CHANGELOG" },
        ],
      },
      {
        text: "Build on it",
        items: [
          { text: "As a library", link: "/docs/library" },
          { text: "npm package", link: "/packages/npm/" },
          { text: "Python package", link: "/packages/python/" },
          { text: "A corpus on Spark", link: "/docs/corpus" },
        ],
      },
      {
        text: "How it works",
        items: [
          { text: "Architecture", link: "/ARCHITECTURE" },
          { text: "In the browser", link: "/docs/browser" },
          { text: "Results", link: "/docs/results" },
          { text: "Performance", link: "/docs/performance" },
          { text: "Features", link: "/docs/features" },
          { text: "Failures", link: "/docs/failures" },
          { text: "What was tried", link: "/docs/tried" },
          { text: "Contributing", link: "/CONTRIBUTING" },
          { text: "In the stores", link: "/docs/store/" },
        ],
      },
    ],
  },
};
