import { declareFrom } from '../bundleExtend.ts';

/** The chapters of the reference, and the files of `src/extend` that each shows. */
const CHAPTERS = {
  'Extensions and the configuration': ['extension'],
  Rules: ['rule', 'problem', 'record'],
  'Kinds of fields': ['field'],
  'Panels and screens': ['frame'],
  Effects: ['after'],
  Endpoints: ['endpoint'],
} as const;

/** Writes the reference of what a site's own code is made of: its declarations, with their comments. */
export function describeExtend(): string {
  const declared = declareFrom('extend/index.ts');
  const chapters = Object.entries(CHAPTERS).map(([title, files]) => {
    const code = files.map((file) => withoutImports(declared.get(`extend/${file}.ts`) ?? ''));
    return `## ${title}\n\n\`\`\`ts\n${code.join('\n')}\n\`\`\`\n`;
  });
  return `# Extensions: reference

Everything that \`@quire-cms/quire/extend\` exports, made from the code by \`npm run reference\`. [extend.md](extend.md) is the guide.

${chapters.join('\n')}`;
}

const withoutImports = (code: string): string => code.replace(/^import [^;]*;\n/gm, '').trim();
