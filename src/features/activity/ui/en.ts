export const words = { activity: { title: 'Activity' } };
