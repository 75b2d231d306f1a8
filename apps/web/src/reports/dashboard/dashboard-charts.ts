/** The charts of the dashboard, which load together after its figures. */
export { SalesChart } from './sales-chart.tsx';
export { TenderBars } from './tender-bars.tsx';
