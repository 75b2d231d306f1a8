import type { helping as english } from '../en/helping.ts';

/** Spanish words of help and hardware, which load with their screens. */
export const helping: Record<keyof typeof english, string> = {
  // Camera
  cameraClose: 'Cerrar la cámara',
  camera: 'Cámara',
  cameraOpening: 'Se abre la cámara',
  cameraHint: 'Ponga el código dentro del marco.',
  cameraNext: 'Leído. Muestre el siguiente, o el mismo otra vez.',
  camera_refused: 'La cámara no está permitida',
  camera_refused_text:
    'Toque el signo delante de la dirección y permita la cámara, o permítala en los ajustes del aparato. Después ábrala otra vez. La búsqueda funciona sin ella.',
  camera_missing: 'No se encontró ninguna cámara',
  camera_missing_text: 'Conecte una o escriba el título en la búsqueda.',
  camera_busy: 'Otra aplicación usa la cámara',
  camera_busy_text: 'Cierre esa aplicación y abra la cámara otra vez.',
  camera_unloaded: 'La cámara todavía no puede leer',
  camera_unloaded_text: 'Acérquese una vez al wifi y ábrala otra vez.',
  // First sale
  walkStep: '{at, number} de {of, number}',
  walkSkip: 'Saltar',
  walk_scan: 'Escanee cualquier libro, o toque la búsqueda y escriba una letra del título.',
  walk_pay: 'El libro está en la venta. Toque Cobrar.',
  walk_cash: 'Toque Efectivo y después el billete que le dan.',
  walk_change: 'Devuelva lo que dice y toque Siguiente cliente.',
  walkEnd: 'Esa fue una venta entera',
  walkTipNetwork:
    '¿Sin red? Siga vendiendo. Las ventas están seguras en este aparato y se envían después.',
  walkTipCard: 'Un niño con tarjeta EWallet: escanee primero la tarjeta y después los libros.',
  walkSell: 'Empezar a vender',
  walkAgain: 'Otra vez',
  // Card without an answer
  pendingTitle: 'La terminal no ha respondido',
  pending1: 'Espere un minuto',
  pending1Text: 'A menudo responde tarde. Mientras tanto no cobre otra vez con la tarjeta.',
  pending2: 'Mire su pantalla o su recibo',
  pending2Text:
    'Aprobada: escriba los cuatro dígitos y toque «Dice “Aprobada”». Rechazada: use otra forma de pago.',
  pending3: '¿Todavía nada? Entregue los libros',
  pending3Text:
    'La venta queda guardada con el pago abierto. Si la terminal responde más tarde, anótelo en «Hoy».',
  pendingWait: 'Esperar a la terminal',
  pendingGo: 'Entregar los libros, pago abierto',
  openCards: 'Pagos con tarjeta abiertos',
  openCard: 'Venta {number, number}, tarjeta {amount}',
  cardAnswered: 'La terminal respondió',
  cardAnsweredText:
    'Mire el recibo o la lista de la terminal. Su respuesta va a la oficina y aquí no se puede cambiar.',
  cardWasApproved: 'Fue aprobada',
  cardWasDeclined: 'Fue rechazada',
  // Counter card
  counterCardHow: 'Imprímala y póngala junto a la caja. Así el lector hace la venta entera.',
  counterCardPrint: 'Imprimir',
  counterCardTitle: 'La venta entera con el lector',
  counterCardText: 'Ponga esta hoja junto a la caja. Escanee los libros y después las palabras.',
  counterCard1: 'Libros',
  command_pay: 'Cobrar',
  command_cash: 'Efectivo, exacto',
  command_gave5: 'Dieron $5',
  command_gave10: 'Dieron $10',
  command_gave20: 'Dieron $20',
  command_wallet: 'EWallet',
  command_next: 'Siguiente cliente',
  command_undo: 'Quitar el último libro',
  command_park: 'Apartar',
  command_yes: 'Sí, seguir',
  command_no: 'No, volver',
  command_receipt: 'Recibo',
};
