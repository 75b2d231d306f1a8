import { PaymentMethodNumber } from '@pos/contract/sales/payment-methods';
import { z } from 'zod';
import type { Receipt } from './receipt.ts';

/**
 * The address of a receipt: its content stands behind the "#", which browsers send to no server. So
 * it works before the sale is sent, and no server keeps a page for it.
 */

const VERSION = 1;
/** Longest content: its QR code is still read from a tablet's screen. */
const MAX_LENGTH = 1_100;
const MAX_TITLE = 48;
const MAX_FOOTER = 160;

/** Content as it is packed. What an address has may be anything, so it is checked when it is read. */
const int = z.int();
const Packed = z.tuple([
  z.literal(VERSION),
  z.string(), // school
  z.string(), // fair
  z.string(), // register
  int, // sequence
  int, // minutes since 1970
  z.string(), // time zone
  z.array(z.tuple([int, z.string(), int, z.literal([0, 1])])), // quantity, title, net, ships
  z.tuple([int, int]), // items and cents of more lines
  z.tuple([int, int, int.nullable(), int]), // subtotal, tax, rate, total
  z.array(z.tuple([PaymentMethodNumber, int, int, int])), // given, change, rounding
  z.tuple([z.string(), z.string(), z.string()]), // footer, phone, email
]);
type Packed = z.infer<typeof Packed>;

/** Returns the part of the address after "#". Lines that have no room are added up. */
export async function toFragment(receipt: Receipt): Promise<string> {
  for (let kept = receipt.lines.length; ; kept = Math.floor(kept * 0.8)) {
    const content = toBase64Url(
      await through(new CompressionStream('deflate-raw'), pack(receipt, kept)),
    );
    if (content.length <= MAX_LENGTH || kept === 0) return `${receipt.id.toUpperCase()}.${content}`;
  }
}

function pack(receipt: Receipt, kept: number): Uint8Array<ArrayBuffer> {
  const rest = receipt.lines.slice(kept);
  const packed: Packed = [
    VERSION,
    receipt.school,
    receipt.fair,
    receipt.register,
    receipt.sequence,
    Math.floor(Date.parse(receipt.soldAt) / 60_000),
    receipt.timeZone,
    receipt.lines
      .slice(0, kept)
      .map(({ quantity, title, netCents, ships }) => [
        quantity,
        shorten(title, MAX_TITLE),
        netCents,
        ships ? 1 : 0,
      ]),
    [
      rest.reduce((sum, { quantity }) => sum + quantity, receipt.more.items),
      rest.reduce((sum, { netCents }) => sum + netCents, receipt.more.cents),
    ],
    [receipt.subtotalCents, receipt.taxCents, receipt.taxRatePpm, receipt.totalCents],
    receipt.payments.map((payment) => [
      payment.method,
      payment.givenCents,
      payment.changeCents,
      payment.roundingCents,
    ]),
    [shorten(receipt.footer, MAX_FOOTER), receipt.phone, receipt.email],
  ];
  return new TextEncoder().encode(JSON.stringify(packed));
}

const shorten = (text: string, length: number) => [...text].slice(0, length).join('');

/** Reads the part of an address after "#"; null if it is no receipt. */
export async function fromFragment(fragment: string): Promise<Receipt | null> {
  const [, id, content] = /^#?([0-9A-F-]{36})\.([\w-]+)$/i.exec(fragment) ?? [];
  if (id === undefined || content === undefined) return null;
  try {
    const bytes = await through(new DecompressionStream('deflate-raw'), fromBase64Url(content));
    return unpack(id.toLowerCase(), Packed.parse(JSON.parse(new TextDecoder().decode(bytes))));
  } catch {
    return null;
  }
}

function unpack(id: string, packed: Packed): Receipt {
  const [, school, fair, register, sequence, minutes, timeZone] = packed;
  const [, , , , , , , lines, more, sums, payments, office] = packed;
  const [items, cents] = more;
  const [subtotalCents, taxCents, taxRatePpm, totalCents] = sums;
  const [footer, phone, email] = office;
  return {
    id,
    school,
    fair,
    register,
    sequence,
    soldAt: new Date(minutes * 60_000).toISOString(),
    timeZone,
    lines: lines.map(([quantity, title, netCents, ships]) => ({
      quantity,
      title,
      netCents,
      ships: ships === 1,
    })),
    more: { items, cents },
    subtotalCents,
    taxCents,
    taxRatePpm,
    totalCents,
    payments: payments.map(([method, givenCents, changeCents, roundingCents]) => ({
      method,
      givenCents,
      changeCents,
      roundingCents,
    })),
    footer,
    phone,
    email,
  };
}

async function through(
  stream: CompressionStream | DecompressionStream,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array> {
  const piped = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}

function toBase64Url(bytes: Uint8Array): string {
  const text = String.fromCharCode(...bytes);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
