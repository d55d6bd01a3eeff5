export const words = { compare: { title: 'Compare' } };
