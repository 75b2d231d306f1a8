/** Role of connections that see the rows of some places only; the product's role may take it on. */
export const LIMITED_ROLE = 'pos_limited';
