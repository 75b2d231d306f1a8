import type { around as english } from '../en/around.ts';

/** Spanish words of the start, the day and its end, and trouble. */
export const around: Record<keyof typeof english, string> = {
  // Start
  appName: 'POS Admin caja',
  connectTitle: 'Conectar esta tableta',
  connectText: 'La empresa de la feria muestra un código para esta caja. Vale 15 minutos.',
  deviceId: 'ID de la caja',
  pairingCode: 'Código, 8 letras y cifras',
  connect: 'Conectar',
  connecting: 'Conectando',
  shelfWords: 'Vende todo el día sin red. Nada se pierde.',
  homeScreenTitle: 'Ponga primero la caja en la pantalla de inicio',
  homeScreenText:
    'En una pestaña de Safari el iPad puede borrar lo guardado después de una semana. Desde la pantalla de inicio conserva cada venta.',
  homeScreen1: 'Toque Compartir',
  homeScreen1Text: 'El cuadrado con la flecha, arriba a la derecha',
  homeScreen2: 'Agregar a inicio',
  homeScreen2Text: 'Baje por la lista y toque Agregar',
  homeScreen3: 'Ábrala desde allí',
  homeScreen3Text: 'Después escriba el código de esta caja',
  homeScreenNote:
    'El código se escribe después de este paso, no antes: la pestaña y la pantalla de inicio no comparten lo guardado.',
  whoTitle: '¿Quién está en esta caja?',
  whoLabel: 'Quién está en esta caja',
  fairToday: 'Hoy',
  chooseFair: 'Feria',
  dayOf: '{name} · día {day, number} de {days, number}',
  hello: 'Hola, {name}',
  yourCode: 'Su código de 4 cifras',
  chooseName: 'Toque su nombre',
  digitsEntered: '{count, number} de 4 cifras escritas',
  forgotCode: '¿Lo olvidó? La coordinación de la feria puede leérselo de su hoja.',
  noPeople:
    'Todavía nadie puede entrar aquí. En la página de la feria, pestaña «Devices», la empresa asigna esta caja y añade cajeros con sus códigos. Después toque «Preguntar otra vez».',
  askAgain: 'Preguntar otra vez',
  secondTabTitle: 'La caja está abierta en otra pestaña',
  secondTabText: 'Venda allí. Esta pestaña no hace nada, para que ninguna venta se haga dos veces.',

  // Refusals of the start
  start_no_network: 'No hay red. Acérquese al Wi-Fi y pruebe otra vez.',
  start_wrong_code: 'No es correcto. Revíselo y escríbalo otra vez.',
  start_locked:
    'Demasiados códigos incorrectos. Pruebe otra vez en {minutes, plural, one {# minuto} other {# minutos}}.',
  start_wait: 'Demasiados intentos. Espere un minuto y pruebe otra vez.',
  start_device_key_refused:
    'Esta tableta ya no está conectada. Pida un código nuevo a la empresa de la feria.',
  start_needs_network:
    'La primera vez en esta tableta necesita red. Después puede entrar sin ella.',
  start_not_stored: 'Esta tableta no pudo guardarlo. Cierre otras aplicaciones y pruebe otra vez.',
  start_server_trouble: 'La oficina no respondió bien. Pruebe otra vez en un minuto.',

  // Menu, today, hand over
  backToSelling: 'Volver a vender',
  today: 'Hoy',
  todayTile: '{count, plural, one {# venta} other {# ventas}}',
  parkedSales: 'Ventas apartadas',
  parkedTile: '{count, plural, =0 {Ninguna espera} one {# espera} other {# esperan}}',
  practiceTile: 'Practicar',
  practiceTileText: 'Nada es real',
  takesOver: 'Sigue otra persona',
  otherLanguage: 'English',
  darkScreen: 'Pantalla oscura',
  lightScreen: 'Pantalla clara',
  soundOff: 'Sin sonido',
  soundOn: 'Con sonido',
  daySums: 'Sumas',
  countDrawer: 'Contar cajón',
  moneyInOut: 'Dinero que entra o sale',
  entriesWait:
    '{count, plural, one {Falta # entrada del cajón} other {Faltan # entradas del cajón}}',
  handOver: 'Entregar la tableta',
  handOverShort: 'Entregar',
  helpTitle: 'La empresa de la feria',
  helpFrom: 'Ayuda de {name}',
  counterCard: 'Hoja de códigos',
  counterCardTile: 'Códigos para vender solo con el lector',
  thisRegister: '{day} · esta caja',
  paidWith: 'Pagado con',
  payments: 'Pagos',
  together: 'En total',
  lastSales: 'Últimas ventas',
  noSalesYet: 'Hoy todavía no hay ventas',
  returnsTitle: 'Devoluciones de hoy',
  returnsCount: '{count, plural, one {# devolución} other {# devoluciones}}',
  givenBack: 'Devuelto',
  returnOf: 'Devolución de la venta {number, number}',
  notSentYet: 'Sin enviar',
  sent: 'Enviada',
  officeLooks: 'La oficina la revisa',
  notReadable: 'Muéstrela a la oficina',
  rejectedReturns:
    '{count, plural, one {# devolución no se pudo registrar} other {# devoluciones no se pudieron registrar}}',
  rejectedReturnsText:
    'El dinero ya se devolvió. Llame a la empresa de la feria y diga qué devolución es.',
  takenToday: 'Cobrado hoy',
  salesCount: 'Ventas',
  taxInIt: 'Impuesto incluido',
  salesAndReturns:
    '{returns, plural, =0 {{sales, plural, one {# venta} other {# ventas}}} other {{sales, plural, =0 {} one {# venta y } other {# ventas y }}{returns, plural, one {# devolución} other {# devoluciones}}}}',
  unsentTitle: '{what} sin enviar',
  unsentSafe: '{amount}, seguras en esta tableta. Se envían solas en cuanto haya red.',
  sendNow: 'Enviar ahora',
  rejectedTitle:
    '{count, plural, one {# venta no se pudo leer} other {# ventas no se pudieron leer}}',
  rejectedText:
    'Llame a la empresa de la feria. Nada está perdido: las ventas están en esta tableta.',
  notSentHead:
    '{returns, plural, =0 {{sales, plural, one {venta por enviar} other {ventas por enviar}}} other {por enviar}}',
  onlyHere: '{what}. Todo está seguro aquí, pero solo aquí. No guarde esta tableta en su caja.',
  toWifi: 'Lleve la tableta al Wi-Fi',
  toWifiText: 'La oficina o la biblioteca de la escuela. Deje la pantalla encendida.',
  hotspot: 'O comparta la red de un teléfono',
  hotspotText: 'Para enviar hacen falta menos datos que para una foto.',
  saveFile: 'Guardar el archivo',
  neither: '¿No se puede? Guarde un archivo',
  neitherText: 'En una memoria USB o en Archivos. Envíelo a la empresa de la feria.',
  stuck:
    '¿No avanza? Llame al {phone}. Diga «{what} de {register} sin enviar».',
  beforeHandOver: 'Antes de entregar',
  noSaleOpen: 'Ninguna venta abierta',
  saleIsOpen: 'Hay una venta abierta. Termínela o apártela.',
  parkedWait: '{count, plural, one {# venta apartada espera} other {# ventas apartadas esperan}}',
  everythingSent: 'Todo enviado',
  stillToSend: '{what} por enviar',
  stillToSendTried: '{what} por enviar, último intento {time}',
  turnsGreen: 'Esta página se pone verde sola al llegar a 0.',
  notSent: 'Sin enviar',
  trySend: 'Intentar enviar',
  nothingLeft: 'No queda nada por enviar',
  nothingLeftText:
    '{count, plural, one {La venta de hoy ya está} other {Las # ventas de hoy ya están}} en la empresa de la feria.',
  canPack: 'Puede guardar esta tableta o dársela a la siguiente persona.',
  signOff: 'Salir, {name}',
  send_no_network: 'Aquí no hay red.',
  send_sign_in_needed: 'Entre primero otra vez: se necesita su código para enviar.',
  send_busy: 'Ya está enviando.',
  send_server_trouble: 'La oficina no respondió bien. Se intenta otra vez solo.',

  // Problems
  stopSelling: 'Deje de vender un momento',
  notStoredText:
    'La tableta no pudo guardar la última venta. Sigue en esta pantalla. Las ventas anteriores están seguras.',
  doNotClose: 'No cierre esta página',
  doNotCloseText: 'Deje los libros y el dinero de esta venta a su lado.',
  tapStore: 'Toque «Guardar otra vez»',
  tapStoreText: 'Casi siempre basta con eso.',
  photo: '¿No ayuda? Haga una foto de este código',
  photoText: 'Es la venta entera. Después cierre la aplicación y ábrala otra vez.',
  saveSale: 'Guardar la venta en un archivo',
  storeAgain: 'Guardar otra vez',
  saleNotStored: 'Venta {number, number}, sin guardar',
  saleCode: 'Código de la venta entera',
  call: 'Llamar al {phone}',
  noStorageTitle: 'Este navegador no puede guardar ventas',
  noStorageText:
    'Abra la caja en una ventana normal, no en una privada, y mire que haya espacio libre. Después recargue.',
  reload: 'Recargar',
  connectionLost: 'Hay que abrir la caja otra vez',
  connectionLostText: 'La tableta la puso a dormir. Todo lo terminado está guardado.',
  closedTitle: 'Esta feria está cerrada. No hay ventas nuevas.',
  closedText:
    'La empresa de la feria la cerró, o esta caja ya no está prevista para ella. Lo vendido antes cuenta y sigue aquí.',
  earlyTitle: 'Esta feria no ha empezado.',
  earlyText: 'La venta empieza el {day}.',
  lateTitle: 'Esta feria terminó. No hay ventas nuevas.',
  lateText: 'El último día de venta fue el {day}. Lo vendido antes cuenta y sigue aquí.',
  longOfflineTitle: 'Mucho tiempo sin red.',
  longOfflineText:
    'La oficina no sabe nada de esta tableta. Acérquese al Wi-Fi, o pida a quien puede aprobarlo que deje seguir vendiendo.',
  askApproval: 'Pedir aprobación',
  noCatalogTitle: 'Los precios no están aquí todavía.',
  noCatalogText: 'Acérquese una vez al Wi-Fi. Después esta tableta vende sin red.',
  waitHanded:
    '{returns, plural, =0 {{sales, plural, one {venta terminada espera ser entregada} other {ventas terminadas esperan ser entregadas}}} other {por entregar}}',
  handIn: 'Entregarlas ahora',
  allHandedIn: 'Todo lo vendido y devuelto aquí está en la empresa de la feria.',
  otherFair: 'Elegir otra feria',
  mistake:
    '¿Se cerró por error? Llame a la empresa de la feria, {phone}. La venta sigue sola en cuanto la abran.',
  warn_storage_may_be_deleted:
    'Este navegador puede borrar lo guardado. Entregue cada tarde, o ponga la caja en la pantalla de inicio.',
  warn_storage_low: 'Esta tableta está casi llena. Borre fotos o películas antes de seguir.',
  warn_clock_wrong:
    'El reloj de esta tableta está mal. Las ventas reciben de todos modos la hora correcta.',
  warn_clock_doubtful:
    'El reloj de esta tableta parece estar mal. Ponga fecha y hora, o acérquese una vez al Wi-Fi.',
  warn_sign_in_to_send: 'Para enviar las ventas, entre otra vez con su código.',
  warn_key_refused:
    'La oficina terminó la conexión de esta tableta. Pida un código nuevo; lo vendido se conserva aquí.',
  warn_rejected: 'La oficina no pudo leer una venta. Abra «Hoy» y llame a la empresa de la feria.',
  warn_return_rejected:
    'La oficina no pudo registrar una devolución. Abra «Hoy» y llame a la empresa de la feria.',
  warn_return_needs_staff:
    'Una devolución necesita una aprobación antes de enviarse. Abra «Hoy» y toque «Pedir aprobación».',
  warn_unsent_long: 'Hay ventas que esperan aquí desde hace más de un día. Acérquese al Wi-Fi.',
  warn_old_catalog: 'Los precios tienen más de un día. Acérquese una vez al Wi-Fi.',
};
