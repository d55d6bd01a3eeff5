import { renderHtml } from '../model/richText/html/renderHtml.ts';
import type { RenderRichText } from './types.ts';

export const renderRichText: RenderRichText = (document, overrides) => renderHtml(document, overrides);
