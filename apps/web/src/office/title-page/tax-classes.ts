/** Tax class of a title: the rules of sales tax know these two (domain 8.2). */
export function taxClass(taxable: boolean): string {
  return taxable ? 'Taxable' : 'Not taxable';
}
