import { createHash } from 'node:crypto';
import path from 'node:path';
import type { AcceptedPlugin, Root } from 'postcss';

/** Cascade layers in rising order: a sheet's folder decides its layer, whichever loads first. */
const LAYERS = ['base', 'ui', 'features'] as const;

/** Sheets of `ui/` that dress bare elements and hold the utilities. */
const BASE = /\/ui\/(?:base|fonts|utilities)\.css$|\/packages\/tokens\//;

/**
 * Puts the rules of every sheet into the layer of its folder. A feature's class then wins over the
 * class of a component that it places, without a longer selector and in any order of loading.
 */
export const LAYERED: AcceptedPlugin = {
  postcssPlugin: 'layer-of-folder',
  OnceExit(root, { AtRule }) {
    const layer = findLayer(root.source?.input.file ?? '');
    if (!layer) return;
    const own = new AtRule({ name: 'layer', params: layer, nodes: [] });
    own.append(root.nodes.filter((node) => !isApart(node)));
    root.append(own);
    root.prepend(new AtRule({ name: 'layer', params: LAYERS.join(', ') }));
  },
};

function findLayer(file: string): (typeof LAYERS)[number] | undefined {
  if (BASE.test(file)) return 'base';
  if (!file.includes('/web/src/')) return undefined;
  return file.includes('/web/src/ui/') ? 'ui' : 'features';
}

/** Layers of imported sheets and rules that no layer can hold stay where they are. */
function isApart(node: Root['nodes'][number]): boolean {
  return 'name' in node && ['charset', 'font-face', 'layer', 'page'].includes(node.name);
}

/**
 * Names a class in the page: its own name and a mark of its sheet. One mark a sheet compresses
 * better than one a class.
 */
export function scopedName(name: string, file: string): string {
  const sheet = createHash('sha256')
    .update(path.relative(import.meta.dirname, file))
    .digest('hex');
  return `${name}_${sheet.slice(0, 4)}`;
}
