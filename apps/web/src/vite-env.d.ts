/// <reference types="vite/types/importMeta.d.ts" />

/**
 * The classes of a sheet, imported as `import * as styles from './x.module.css'`: the build then
 * writes the names in place and leaves unused ones out. `css-modules.test.ts` refuses a class that
 * the sheet does not define, and one that nothing uses.
 */
declare module '*.module.css' {
  const classes: { readonly [name: string]: string };
  export = classes;
}

/** Sheets loaded for their effect: tokens, fonts, base and utilities. */
declare module '*.css' {}

/** Address of a file that the browser loads by itself. */
declare module '*?url' {
  const address: string;
  export default address;
}

/** Told when a part of the app cannot be loaded. */
interface WindowEventMap {
  'vite:preloadError': Event & { payload: Error };
}
