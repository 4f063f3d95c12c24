import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Plugin } from 'vite';
import { compileGuide } from './compile-guide.js';
import { GUIDE_GROUPS } from './src/docs/guide/guide-pages.js';
import { listSections } from './src/docs/search/search-entries.js';

const DOCS = join(import.meta.dirname, '../../docs');
const INDEX_FILE = '/src/docs/search/guide-index.ts';
const PAGE = '.md?guide';

/** Compiles the pages of the guide and their search index at build time, so that the browser does not need to parse Markdown. */
export const guide: Plugin = {
  name: 'guide',
  enforce: 'pre',
  load(id) {
    if (id.endsWith(PAGE)) {
      const file = id.slice(0, -'?guide'.length);
      this.addWatchFile(file);
      return `export default ${JSON.stringify(JSON.stringify(compileGuide(readFileSync(file, 'utf8'))))};`;
    }
    if (!id.endsWith(INDEX_FILE)) return undefined;
    const entries = GUIDE_GROUPS.flatMap(({ title, pages }) =>
      pages.flatMap(({ name }) => {
        const file = join(DOCS, `${name}.md`);
        this.addWatchFile(file);
        return listSections(name, title, readFileSync(file, 'utf8'));
      }),
    );
    return `export const GUIDE_INDEX = JSON.parse(${JSON.stringify(JSON.stringify(entries))});`;
  },
};
