import { describe, expect, it } from '@jest/globals';
import { type ExampleModel } from '../example-model.js';
import { type HomepageLink, type ListedModel, renderHomepage } from './homepage.js';
import { listSdkSnippets } from './sdk-snippets.js';

const ASSETS = { style: 'assets/home.css', script: 'assets/home.js', mark: 'assets/mark.svg' };
const EVERY_FORMAT = ['openai-chat', 'anthropic-messages', 'gemini-generate-content'];

describe('listSdkSnippets', () => {
  it('shows only SDKs whose format is served', () => {
    expect(Object.keys(addresses(['openai-chat']))).toEqual([
      'OpenAI TypeScript',
      'OpenAI Python',
      'Vercel AI SDK',
      'curl',
    ]);
    expect(listSdkSnippets('https://gate.example', [], 'm')).toEqual([]);
  });

  it('uses the base URL that each SDK expects', () => {
    expect(addresses(EVERY_FORMAT)).toEqual({
      'OpenAI TypeScript': 'https://gate.example/v1',
      'OpenAI Python': 'https://gate.example/v1',
      Anthropic: 'https://gate.example',
      'Google Gen AI': 'https://gate.example',
      'Vercel AI SDK': 'https://gate.example/v1',
      curl: 'https://gate.example/v1',
    });
  });

  it('inserts the base URL and the model into the example', () => {
    for (const { address, code } of listSdkSnippets('https://gate.example', EVERY_FORMAT, 'gpt-x')) {
      expect(code).toContain(address);
      expect(code).toMatch(/['"]gpt-x['"]/);
      expect(code).toContain('MODELGATE_TOKEN');
    }
  });
});

describe('renderHomepage', () => {
  it('has no navigation without links', () => {
    expect(render([])).not.toContain('<nav');
    expect(render([])).not.toContain('<a ');
  });

  it('links to the other pages', () => {
    const page = render([{ label: 'Ask & see', href: 'console/playground' }]);
    expect(page).toContain('<nav');
    expect(page).toContain('<a href="console/playground">Ask &amp; see</a>');
  });

  it.each<[ExampleModel['kind'], string]>([
    ['stand-in', '<code>a&lt;b</code> is built in'],
    ['served', 'Replace <code>a&lt;b</code> with'],
    ['unlisted', 'Replace <code>a&lt;b</code> with'],
    ['placeholder', '<code>a&lt;b</code> with the name of one of its models'],
  ])('describes the model of the examples: %s', (kind, text) => {
    expect(render([], { id: 'a<b', kind })).toContain(text);
  });

  it('lists at most 200 models with their capabilities', () => {
    const models = Array.from({ length: 203 }, (_, index) => ({ id: `m<${1000 + index}`, shown: ['chat'] }));
    const page = render([], undefined, [...models, { id: 'a', shown: ['chat', 'image'] }].toReversed());
    const listed = [...page.matchAll(/<li><code>(.*?)<\/code> <span>(.*?)<\/span>/g)];
    expect(listed).toHaveLength(200);
    expect(listed.slice(0, 2).map(([, id, shown]) => [id, shown])).toEqual([
      ['a', 'chat, image'],
      ['m&lt;1000', 'chat'],
    ]);
    expect(page).toContain('And 4 more');
    expect(render([])).not.toContain('id="models-title"');
  });
});

function addresses(formats: readonly string[]): Record<string, string> {
  const snippets = listSdkSnippets('https://gate.example', formats, 'gpt-x');
  return Object.fromEntries(snippets.map(({ name, address }) => [name, address]));
}

function render(
  links: HomepageLink[],
  model: ExampleModel = { id: 'm', kind: 'served' },
  models: readonly ListedModel[] = [],
): string {
  return renderHomepage({
    baseAddress: 'https://gate.example/v1',
    snippets: listSdkSnippets('https://gate.example', EVERY_FORMAT, model.id),
    model,
    models,
    links,
    assets: ASSETS,
  });
}
