import { RichTextEditor, type RichTextEditorProps } from '../richText/RichTextEditor.tsx';
import { useRichTextSources } from './useRichTextSources.ts';

/** The editor of rich text with the pages and pictures of the site. */
export function SourcedEditor(props: Omit<RichTextEditorProps, 'sources'>) {
  const { sources, element } = useRichTextSources();
  return (
    <>
      <RichTextEditor {...props} sources={sources} />
      {element}
    </>
  );
}
