/** @type {import("vitepress").UserConfig} */
export default {
  title: "Pith",
  description: "A reader view for the browser: shows the article on a page, complete and clean",
  lang: "en",
  srcDir: "pages",
  outDir: "../dist-site",
  cacheDir: "../out/vitepress",
  rewrites: (id) => id.replace(/README\.md$/, "index.md"),
  // The demonstration page is built separately.
  ignoreDeadLinks: [/^\/demonstration\//],
  head: [["link", { rel: "icon", href: "/pith.svg", type: "image/svg+xml" }]],
  themeConfig: {
    logo: "/pith.svg",
    outline: [2, 3],
    // The search index is part of the site, so searching contacts no other server.
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
          { text: "Overview", link: "/" },
          { text: "Guide", link: "/docs/guide" },
          { text: "Privacy", link: "/PRIVACY" },
          { text: "Your server", link: "/docs/own-server" },
          { text: "Safari", link: "/docs/safari" },
          { text: "Userscript", link: "/docs/userscript" },
          { text: "Changelog", link: "/CHANGELOG" },
        ],
      },
      {
        text: "Build on it",
        items: [
          { text: "Library", link: "/docs/library" },
          { text: "npm package", link: "/packages/npm/" },
          { text: "Python package", link: "/packages/python/" },
          { text: "Corpus with Spark", link: "/docs/corpus" },
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
          { text: "Store listings", link: "/docs/store/" },
        ],
      },
    ],
  },
};
