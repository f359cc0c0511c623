/** VitePress's default theme with the extension's colors and styles for the home page. */

import DefaultTheme from "vitepress/theme";
import "./first-page.css";

export default DefaultTheme;
