/** The default theme in the colors of the extension, with the looks of the first page. */

import DefaultTheme from "vitepress/theme";
import "./first-page.css";

export default DefaultTheme;
