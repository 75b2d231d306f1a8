import type { english } from './receipt-words.ts';

/** Spanish words of a receipt by email. */
export const spanish: typeof english = {
  subject: (school: string) => `Su recibo de la feria del libro en ${school}`,
  intro: (school: string) => `Gracias por su compra en ${school}.`,
  ships: 'llega a la escuela',
  subtotal: 'Subtotal',
  tax: (rate: string) => `Impuesto ${rate}`,
  noTax: 'Sin impuesto',
  total: 'Total',
  rounded: 'Redondeo del efectivo',
  change: 'Cambio',
  order: 'Pedido',
  sale: (register: string, number: number) => `${register}, venta ${number}`,
  back: '¿Devuelve un libro? Diga este número de pedido en cualquier caja de la feria.',
  why: 'Recibe este correo porque alguien dio su dirección en la caja. Solo se usó para este recibo.',
};
