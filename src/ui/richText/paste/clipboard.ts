export const parseHtml = (html: string): Document => new DOMParser().parseFromString(html, 'text/html');

export const picturesIn = (data: DataTransfer | null): readonly File[] =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
