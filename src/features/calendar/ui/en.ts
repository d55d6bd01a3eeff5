export const words = { calendar: { title: 'Calendar' } };
