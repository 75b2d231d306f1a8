/** English words of a receipt by email. */
export const english = {
  subject: (school: string) => `Your receipt from the book fair at ${school}`,
  intro: (school: string) => `Thank you for your purchase at ${school}.`,
  ships: 'comes to the school',
  subtotal: 'Subtotal',
  tax: (rate: string) => `Tax ${rate}`,
  noTax: 'No tax',
  total: 'Total',
  rounded: 'Cash rounding',
  change: 'Change',
  order: 'Order',
  sale: (register: string, number: number) => `${register}, sale ${number}`,
  back: 'A book comes back? Give this order number at any register of the fair.',
  why: 'You get this email because somebody gave your address at the register. It was used for this receipt only.',
};
