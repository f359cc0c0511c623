/**
 * Replaces the browser's extension APIs in the userscript. The background and the page's scripts run in the same page.
 * Nothing runs before the first click, and there are no network requests.
 *
 * The build inserts this file into the userscript's function, which defines `scripts` (the package's scripts as functions,
 * by file), `sheets`, `bytes` (files in base64), `locales` (messages by locale), and `sentences` (the userscript's own
 * messages, by locale).
 */

/* global GM, GM_info, GM_getValue, GM_setValue, GM_deleteValue, GM_listValues, GM_registerMenuCommand */

const url = "pith-userscript:/";

/** The global object of all scripts. The page can't reach what they share. */
const scope = {
  get location() {
    return window.location;
  },
  get speechSynthesis() {
    return window.speechSynthesis;
  },
};

const isPhone = /Android|iPhone|iPad/.test(navigator.userAgent) || (navigator.maxTouchPoints > 1 && /Mac/.test(navigator.platform));

/** The locale that matches the browser's languages; English if there is none. */
const locale =
  navigator.languages.flatMap((tag) => [tag.replace("-", "_"), tag.split("-")[0]]).find((name) => Object.hasOwn(locales, name)) ??
  (navigator.language.startsWith("zh") ? "zh_CN" : navigator.language.startsWith("pt") ? "pt_BR" : "en");

function message(key, parts = []) {
  const text = locales[locale][key] ?? locales.en[key] ?? "";
  return text.replace(/\$([1-9])/g, (_, place) => [parts].flat()[place - 1] ?? "");
}

class Listeners {
  #all = new Set();

  addListener(listener) {
    this.#all.add(listener);
  }

  removeListener(listener) {
    this.#all.delete(listener);
  }

  hasListener(listener) {
    return this.#all.has(listener);
  }

  tell(...values) {
    for (const listener of this.#all) listener(...values);
  }

  /** Sends a message, and resolves to the first answer. */
  asked(message, sender) {
    return new Promise((resolve, reject) => {
      let isAwaited = false;
      for (const listener of this.#all) {
        const answer = (value) => resolve(copy(value));
        isAwaited = listener(copy(message), sender, answer) === true || isAwaited;
      }
      if (!isAwaited) reject(new Error("Could not establish connection."));
    });
  }
}

function copy(value) {
  return value === undefined ? undefined : structuredClone(value);
}

/** The manager's storage, through its asynchronous or synchronous functions. Without them, data lasts as long as the page. */
const memory = new Map();
const manager =
  typeof GM === "object" && GM.getValue && GM.listValues
    ? { get: GM.getValue, set: GM.setValue, remove: GM.deleteValue, list: GM.listValues }
    : typeof GM_getValue === "function" && typeof GM_listValues === "function"
      ? { get: GM_getValue, set: GM_setValue, remove: GM_deleteValue, list: GM_listValues }
      : {
          get: (key) => memory.get(key),
          set: (key, value) => memory.set(key, value),
          remove: (key) => memory.delete(key),
          list: () => [...memory.keys()],
        };

const kept = {
  keys: async () => await manager.list(),
  async get(key) {
    const text = await manager.get(key);
    return typeof text === "string" ? JSON.parse(text) : undefined;
  },
  set: async (key, value) => void (await manager.set(key, JSON.stringify(value))),
  remove: async (key) => void (await manager.remove(key)),
};

const session = new Map();
const passing = {
  keys: async () => [...session.keys()],
  get: async (key) => session.get(key),
  set: async (key, value) => void session.set(key, value),
  remove: async (key) => void session.delete(key),
};

/** Returns a storage area of the extension API. */
function area(store) {
  const onChanged = new Listeners();
  const change = async (keys, apply) => {
    const before = new Map();
    for (const key of keys) before.set(key, await store.get(key));
    await apply();
    const changes = {};
    for (const key of keys) {
      const newValue = await store.get(key);
      const oldValue = before.get(key);
      if (JSON.stringify(newValue) === JSON.stringify(oldValue)) continue;
      changes[key] = { ...(oldValue !== undefined && { oldValue }), ...(newValue !== undefined && { newValue }) };
    }
    if (Object.keys(changes).length > 0) onChanged.tell(changes);
  };
  return {
    onChanged,
    async get(asked = null) {
      const defaults = asked !== null && typeof asked === "object" && !Array.isArray(asked) ? asked : {};
      const keys = asked === null ? await store.keys() : typeof asked === "object" && !Array.isArray(asked) ? Object.keys(asked) : [asked].flat();
      const found = { ...defaults };
      for (const key of keys) {
        const value = await store.get(key);
        if (value !== undefined) found[key] = copy(value);
      }
      return found;
    },
    set: (values) =>
      change(Object.keys(values), async () => {
        for (const [key, value] of Object.entries(values)) await store.set(key, copy(value));
      }),
    remove: (asked) =>
      change([asked].flat(), async () => {
        for (const key of [asked].flat()) await store.remove(key);
      }),
    getBytesInUse: async () => 0,
  };
}

const tab = {
  id: 1,
  windowId: 1,
  index: 0,
  active: true,
  incognito: typeof GM_info === "object" && GM_info.isIncognito === true,
  status: "complete",
  get url() {
    return window.location.href;
  },
  get title() {
    return document.title;
  },
};

const ofBackground = new Listeners();
const ofPage = new Listeners();
const none = () => new Listeners();
const nothing = async () => {};

const clicks = new Listeners();
const commands = new Listeners();
let popup = "";

/** Runs scripts of the package. */
function run(files) {
  for (const file of files) {
    const script = scripts[file];
    if (!script) throw new Error(`${file} is not in the userscript`);
    script.call(scope, scope, browserOf(ofPage), refuse, scope.exports, scope.module);
  }
}

function addSheet(text) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

const local = area(kept);
const common = {
  extension: { inIncognitoContext: tab.incognito, isAllowedFileSchemeAccess: async () => true },
  i18n: {
    getMessage: message,
    getUILanguage: () => navigator.language,
    detectLanguage: async () => ({ isReliable: false, languages: [] }),
  },
  storage: { local, session: area(passing), onChanged: none() },
};

/** Returns the extension API for scripts that receive messages through `listeners`. */
function browserOf(listeners) {
  return {
    ...common,
    runtime: {
      id: "pith-userscript",
      getURL: (path) => url + path,
      getManifest: () => ({ version }),
      getPlatformInfo: async () => ({ os: isPhone ? "android" : "linux" }),
      onMessage: listeners,
      onInstalled: none(),
      onStartup: none(),
      sendMessage: (message) => ofBackground.asked(message, { tab: { ...tab, url: tab.url, title: tab.title } }),
    },
    ...(listeners === ofBackground && {
      action: {
        onClicked: clicks,
        setBadgeBackgroundColor: nothing,
        setBadgeText: nothing,
        setIcon: nothing,
        setTitle: nothing,
        getTitle: async () => "",
        async setPopup({ popup: page }) {
          popup = page;
        },
        async openPopup() {
          const reason = new URLSearchParams(popup.split("?")[1]).get("reason");
          popup = "";
          say(message(`notice_${reason}`));
        },
      },
      commands: { onCommand: commands, getAll: async () => [] },
      permissions: {
        contains: async () => false,
        getAll: async () => ({ permissions: [], origins: [] }),
        remove: async () => true,
        request: async () => false,
        onAdded: none(),
        onRemoved: none(),
      },
      scripting: {
        async executeScript({ files, func, args = [] }) {
          if (func) return [{ result: copy(await func(...copy(args))) }];
          run(files);
          return [{ result: null }];
        },
        async insertCSS({ files = [], css }) {
          for (const file of files) addSheet(sheets[file]);
          if (css) addSheet(css);
        },
        getRegisteredContentScripts: async () => [],
        registerContentScripts: nothing,
        unregisterContentScripts: nothing,
      },
      tabs: {
        // The userscript has no extension pages.
        async create({ url: page }) {
          if (page.startsWith(url)) say(own("extensionOnly"));
          else window.open(page, "_blank", "noopener");
          return { id: -1 };
        },
        get: async () => tab,
        getCurrent: async () => tab,
        query: async () => [tab],
        remove: nothing,
        update: nothing,
        sendMessage: (_, message) => ofPage.asked(message, {}),
        onRemoved: none(),
        onUpdated: none(),
      },
    }),
  };
}

/** Replaces `fetch`: returns files of the userscript, and refuses all other requests. */
async function refuse(address) {
  const file = String(address).startsWith(url) ? String(address).slice(url.length) : "";
  if (Object.hasOwn(scripts, file)) return new Response(String(scripts[file]));
  if (Object.hasOwn(bytes, file)) {
    const content = Uint8Array.from(atob(bytes[file]()), (letter) => letter.charCodeAt(0));
    return new Response(content, { headers: { "content-type": "application/wasm" } });
  }
  throw new TypeError("Pith makes no network requests in a userscript.");
}

/** Returns one of the userscript's own messages. */
function own(key) {
  return (sentences[locale] ?? sentences.en)[key];
}

/** Returns whether the page's policy allows wasm. */
function isWasmAllowed() {
  try {
    new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])));
    return true;
  } catch {
    return false;
  }
}

/** Shows an element over the page, in a closed shadow tree below the root element. Returns its host. */
function over(name, content, style) {
  const host = document.createElement("pith-userscript");
  const root = host.attachShadow({ mode: "closed" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    `:host { all: initial !important; position: fixed !important; z-index: 2147483646 !important; ${style} }
    [part] { font: 16px/1.4 system-ui, sans-serif; color: #1d1b16; background: #fbf8f1; border: 1px solid #8a8372; border-radius: 8px; }
    p { margin: 0; padding: 12px 16px; max-width: 30em; } button { display: block; padding: 0; width: 44px; height: 44px; cursor: pointer; }
    svg { display: block; margin: auto; }
    @media (prefers-color-scheme: dark) { [part] { color: #e8e4da; background: #201e1a; } }
    @media print { :host { display: none !important; } }`,
  );
  root.adoptedStyleSheets = [sheet];
  content.setAttribute("part", name);
  root.append(content);
  document.documentElement.append(host);
  return host;
}

/** Time in ms that a message is shown. */
const shown = 8_000;

/** Shows a message over the page for a while. Screen readers announce it. */
function say(sentence) {
  const text = document.createElement("p");
  text.setAttribute("role", "status");
  text.lang = message("locale");
  text.dir = ["ar", "fa", "he"].includes(message("locale")) ? "rtl" : "ltr";
  text.textContent = sentence;
  const host = over("sentence", text, "inset: auto 16px 16px auto !important;");
  setTimeout(() => host.remove(), shown);
}

/** Returns the icon as inline SVG, because a page's policy may forbid images. */
function drawing() {
  const part = (name, attributes, ...children) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };
  const line = (d, stroke, width) => part("path", { d, stroke, "stroke-width": width, "stroke-linecap": "round" });
  return part(
    "svg",
    { viewBox: "0 0 96 96", width: 28, height: 28, "aria-hidden": "true" },
    part("rect", { width: 96, height: 96, rx: 22, fill: "#0f4f4a" }),
    line("M24 25h48M24 71h34", "#7fb3a8", 7),
    line("M25 48h46", "#ffd479", 15),
  );
}

let isStarted = false;

/** Opens a view, or closes it. */
function open(view) {
  if (!isWasmAllowed()) return say(own("wasm"));
  if (!isStarted) {
    isStarted = true;
    for (const file of ["glue.js", "export.js", "background.js"]) {
      scripts[file].call(scope, scope, browserOf(ofBackground), refuse);
    }
  }
  if (view === "first") clicks.tell(tab);
  else commands.tell(view, tab);
}

/** Adds items to the manager's menu, or a button over the page if the manager has no menu, and on phones. */
function offer() {
  const register =
    typeof GM_registerMenuCommand === "function"
      ? GM_registerMenuCommand
      : typeof GM === "object" && typeof GM.registerMenuCommand === "function"
        ? GM.registerMenuCommand
        : null;
  if (register && !isPhone) {
    register(message("view_reader"), () => open("reader"));
    for (const view of ["simplify", "inspect"]) register(message(`view_${view}`), () => open(view));
    return;
  }
  const button = document.createElement("button");
  button.append(drawing());
  button.setAttribute("aria-label", message("actionRead"));
  button.addEventListener("click", () => open("first"));
  over("button", button, "inset: auto 16px 16px auto !important;");
}

offer();
