/** Time zones of US schools; exceptions are listed next to the zone they resemble. */
export const TIME_ZONES = [
  ['America/New_York', 'Eastern'],
  ['America/Detroit', 'Eastern (Michigan)'],
  ['America/Indiana/Indianapolis', 'Eastern (Indiana)'],
  ['America/Chicago', 'Central'],
  ['America/Denver', 'Mountain'],
  ['America/Boise', 'Mountain (Idaho)'],
  ['America/Phoenix', 'Mountain (Arizona)'],
  ['America/Los_Angeles', 'Pacific'],
  ['America/Anchorage', 'Alaska'],
  ['Pacific/Honolulu', 'Hawaii'],
  ['America/Puerto_Rico', 'Atlantic (Puerto Rico)'],
].map(([value = '', label = '']) => ({ value, label }));
