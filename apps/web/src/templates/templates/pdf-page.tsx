import { useEffect, useRef, useState } from 'react';
import type { OpenPdf } from './pdf.ts';
import * as styles from './pdf-page.module.css';

/** Opens a PDF with a reader that is loaded on first use. */
export function useOpenPdf(file: Blob | undefined): OpenPdf | undefined {
  const [open, setOpen] = useState<OpenPdf>();
  useEffect(() => {
    if (!file) return undefined;
    let isGone = false;
    let mine: OpenPdf | undefined;
    void import('./pdf.ts')
      .then(({ openPdf }) => openPdf(file))
      .then(
        (pdf) => {
          mine = pdf;
          if (isGone) pdf.close();
          else setOpen(pdf);
        },
        () => undefined,
      );
    return () => {
      isGone = true;
      mine?.close();
    };
  }, [file]);
  return open;
}

type PdfPageProps = {
  file: Blob | undefined;
  /** Page number, starting at 1. */
  page?: number;
  /** Width in CSS pixels; the height follows. */
  width: number;
  /** Height over width, to reserve space before drawing; defaults to US Letter. */
  ratio?: number;
  /** Alternative text; without it the page is decorative. */
  label?: string;
};

/** One page of a PDF as an image. The previous image stays until the next is ready. */
export function PdfPage({ file, page = 1, width, ratio = 11 / 8.5, label }: PdfPageProps) {
  const pdf = useOpenPdf(file);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drawnRatio, setDrawnRatio] = useState<number>();
  const wide = Math.round(width * Math.min(window.devicePixelRatio, 2));
  useEffect(() => {
    if (!pdf || wide === 0) return undefined;
    let isGone = false;
    void pdf.draw(Math.min(page, pdf.pages), wide).then(
      (drawn) => {
        const shown = canvas.current;
        if (isGone || !shown) return;
        Object.assign(shown, { width: drawn.width, height: drawn.height });
        shown.getContext('2d')?.drawImage(drawn, 0, 0);
        setDrawnRatio(drawn.height / drawn.width);
      },
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [pdf, page, wide]);
  return (
    <canvas
      ref={canvas}
      className={styles.pdfPage}
      data-part="pdf-page"
      data-drawn={drawnRatio !== undefined}
      style={{ width, height: width * (drawnRatio ?? ratio) }}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    />
  );
}
