import type { changing as english } from '../en/changing.ts';

/** Spanish words of discounts and tax exemptions. */
export const changing: Record<keyof typeof english, string> = {
  // Discount
  discountFor: '¿De qué?',
  wholeSale: 'Toda la venta',
  percent: 'Por ciento',
  dollars: 'Dólares',
  discountWhy: '¿Por qué?',
  reasonTeacher: 'Maestro o maestra',
  reasonVolunteer: 'Voluntario',
  reasonDamaged: 'Dañado',
  reasonPrice: 'Precio equivocado',
  reasonOther: 'Otro motivo',
  reasonHint: 'En pocas palabras',
  takeOff: 'Descontar {amount}',
  typeDiscount: 'Escriba cuánto',
  chooseReason: 'Diga por qué',
  removeDiscount: 'Sin descuento',
  // No tax
  noTaxTitle: 'Vender sin impuesto',
  noTaxText: 'Solo para quien demuestra que no paga el impuesto de venta.',
  noTaxWho: '¿Quién no paga impuesto?',
  exemptSchool: 'La escuela misma',
  exemptSchoolText: 'Compra para sí, no para un alumno',
  exemptOrganization: 'Una organización',
  exemptOrganizationText: 'Una iglesia, un club, otra escuela',
  exemptOther: 'Otra persona',
  exemptOtherText: 'Con su propio certificado',
  certificate: 'Número del certificado',
  certificateHere:
    'La empresa de la feria tiene el certificado de la escuela. No hace falta el número.',
  sellNoTax: 'Vender sin impuesto',
  chargeTax: 'Cobrar el impuesto otra vez',
  noNumber: 'Sin número lo aprueba otra persona.',
  // Approval
  approveTitle: 'Aprueba otra persona',
  approveText: '{name}, entregue la tableta. No escriba el código de otra persona.',
  whoApproves: '¿Quién aprueba?',
  ofCompany: 'Empresa de la feria',
  hisCode: '{name}, su código',
  nameIsKept: 'Su nombre queda anotado.',
  nobodyApproves:
    'Aquí no hay nadie que pueda aprobar. Llame a la empresa de la feria: ella da ese permiso.',
  approveDiscount: 'Descuento',
  approveExemption: 'Sin impuesto y sin certificado',
  approveOffline: 'Seguir vendiendo sin red',
  approveOfflineText: 'La oficina no sabe nada de esta tableta desde hace mucho.',
  approved: '{name} lo aprobó',
  approve_wrong_code: 'Este no es el código de {name}. Escríbalo otra vez.',
  approve_locked:
    'Demasiados códigos equivocados. Pruebe en {minutes, plural, one {# minuto} other {# minutos}}.',
  approve_may_not: '{name} ya no puede aprobar en esta caja.',
  approve_needs_network:
    '{name} necesita red: esta tableta no puede comprobar el código. Pruebe otra persona o el Wi-Fi.',
  approve_sign_in_needed: 'Entre primero otra vez con su propio código.',
  approve_server_trouble: 'La oficina no respondió bien. Pruebe otra vez en un minuto.',
  approve_not_stored:
    'Esta tableta no pudo guardar eso. Cierre otras aplicaciones y pruebe otra vez.',
  // More
  moreTitle: 'Más para esta venta',
  noTaxTile: 'Vender sin impuesto',
  noTaxTileText: 'Para quien no paga el impuesto de venta',
  removeSale: 'Quitar esta venta',
  removeSaleText: 'Los libros vuelven a la mesa',
};
