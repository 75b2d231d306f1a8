import { MIN_QR, type PlacedField } from '@pos/contract/templates/template-fields';
import { useId, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { PdfPage } from '../pdf-page.tsx';
import type { Zoom } from './paper-bar.tsx';
import { moved, resized, fieldTitle, type Page } from './placing.ts';
import { useWidth } from './use-width.ts';
import * as styles from './editor.module.css';

const WIDEST_FIT = 1.25;
const LEAST = 4;
const ARROWS: Record<string, [right: number, down: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

type PaperProps = {
  name: string;
  file: Blob | undefined;
  /** `file` is the artwork alone, so fields show their names. */
  isBare: boolean;
  fields: readonly PlacedField[];
  /** Page number, starting at 1. */
  page: number;
  size: Page;
  zoom: Zoom;
  selectedId: string | undefined;
  problems: Record<string, string>;
  onSelect: (field: PlacedField | undefined) => void;
  onChange: (field: PlacedField, step: string) => void;
  onRemove: (field: PlacedField) => void;
};

/** Page with its fields, which can be focused, moved by arrow keys and dragged. */
export function Paper({
  name,
  file,
  isBare,
  fields,
  page,
  size,
  zoom,
  selectedId,
  problems,
  onSelect,
  onChange,
  onRemove,
}: PaperProps) {
  const help = useId();
  const [box, room] = useWidth();
  const [said, setSaid] = useState('');
  const scale = zoom === 'fit' ? Math.min(Math.max(room, 1) / size.width, WIDEST_FIT) : zoom;
  const nudge = (field: PlacedField, event: KeyboardEvent): void => {
    const arrow = ARROWS[event.key];
    if (arrow) {
      event.preventDefault();
      const points = event.shiftKey ? 10 : 1;
      const next = moved(field, arrow[0] * points, arrow[1] * points, size);
      onChange(next, `nudge ${field.id}`);
      setSaid(`${next.x} from the left, ${next.y} from the top`);
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      onRemove(field);
    } else if (event.key === 'Escape') onSelect(undefined);
  };
  return (
    <div className={styles.paperRoom} ref={box}>
      <p className="visually-hidden" id={help}>
        Arrow keys move it by 1 point, with Shift by 10. Delete removes it.
      </p>
      <div
        className={styles.paper}
        style={{ width: size.width * scale, height: size.height * scale }}
        data-bare={isBare}
      >
        <PdfPage
          file={file}
          page={page}
          width={size.width * scale}
          ratio={size.height / size.width}
          label={isBare ? `Artwork of ${name}, page ${page}` : `Preview of ${name}, page ${page}`}
        />
        {fields
          .filter((field) => field.page === page)
          .map((field) => (
            <Placed
              key={field.id}
              field={field}
              size={size}
              scale={scale}
              help={help}
              isSelected={field.id === selectedId}
              problem={problems[field.id]}
              onSelect={onSelect}
              onChange={onChange}
              onKeyDown={(event) => nudge(field, event)}
            />
          ))}
      </div>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </div>
  );
}

type PlacedProps = {
  field: PlacedField;
  size: Page;
  scale: number;
  help: string;
  isSelected: boolean;
  problem: string | undefined;
  onSelect: (field: PlacedField) => void;
  onChange: (field: PlacedField, step: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

let drags = 0;

function Placed({
  field,
  size,
  scale,
  help,
  isSelected,
  problem,
  onSelect,
  onChange,
  onKeyDown,
}: PlacedProps) {
  const drag = useRef<{
    field: PlacedField;
    x: number;
    y: number;
    isResize: boolean;
    step: string;
  }>(null);
  const begin = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    onSelect(field);
    drags += 1;
    drag.current = {
      field,
      x: event.clientX,
      y: event.clientY,
      isResize: event.target instanceof Element && event.target.matches('[data-part=corner]'),
      step: `drag ${drags}`,
    };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const follow = (event: PointerEvent): void => {
    if (!drag.current) return;
    const { field: from, x, y, isResize, step } = drag.current;
    const right = Math.round((event.clientX - x) / scale);
    const down = Math.round((event.clientY - y) / scale);
    if (right === 0 && down === 0 && field === from) return;
    onChange(
      isResize
        ? resized(from, right, down, size, from.kind === 'qr' ? MIN_QR : LEAST)
        : moved(from, right, down, size),
      step,
    );
  };
  const title = fieldTitle(field);
  return (
    <button
      type="button"
      className={styles.placed}
      data-problem={Boolean(problem)}
      aria-label={`${title}, ${field.x} from the left, ${field.y} from the top${problem ? `. ${problem}` : ''}`}
      aria-describedby={help}
      aria-pressed={isSelected}
      style={{
        left: field.x * scale,
        top: field.y * scale,
        width: field.width * scale,
        height: field.height * scale,
      }}
      onFocus={() => onSelect(field)}
      onPointerDown={begin}
      onPointerMove={follow}
      onPointerUp={() => (drag.current = null)}
      onPointerCancel={() => (drag.current = null)}
      onKeyDown={onKeyDown}
    >
      <span className={styles.placedName}>{title}</span>
      {isSelected && <span className={styles.placedCorner} data-part="corner" />}
    </button>
  );
}
