/**
 * Loads the code of a sale that could not be stored. The app asks for it right after the first
 * screen, because by the time it is needed the browser may not find its files any more.
 */
export async function loadSaleCode() {
  const { SaleCode } = await import('./sale-code.tsx');
  return { default: SaleCode };
}
