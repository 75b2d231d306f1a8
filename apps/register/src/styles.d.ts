/** Sheets loaded for their effect. */
declare module '*.css' {}
