import type { CodeEditorProps } from '../codeField/CodeEditor.tsx';
import { MarkdownEditor } from '../markdown/MarkdownEditor.tsx';
import { useRichTextSources } from './useRichTextSources.ts';

/** The editor of Markdown with the pages and pictures of the site. */
export function SourcedMarkdown(props: CodeEditorProps) {
  const { sources, element } = useRichTextSources();
  return (
    <>
      <MarkdownEditor {...props} sources={sources} />
      {element}
    </>
  );
}
