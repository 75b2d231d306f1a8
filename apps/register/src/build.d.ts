/** Sheets loaded for their effect. */
declare module '*.css' {}

/** Address of a file that the browser loads by itself. */
declare module '*?url' {
  const address: string;
  export default address;
}

/** Version of the app, from the build. */
declare const APP_VERSION: string;
