/** The views of fairs by date, which load together when one is opened. */
export { FairsCalendar } from './fairs-calendar.tsx';
export { FairsTimeline } from './fairs-timeline.tsx';
