import { describe, expect, it } from '@jest/globals';
import { type ExampleModel } from '../example-model.js';
import { type HomepageLink, renderHomepage } from './homepage.js';
import { sdkSnippets } from './sdk-snippets.js';

const ASSETS = { style: 'assets/home.css', script: 'assets/home.js', mark: 'assets/mark.svg' };
const EVERY_FORMAT = ['openai-chat', 'anthropic-messages', 'gemini-generate-content'];

describe('sdkSnippets', () => {
  it('shows only SDKs whose format is served', () => {
    expect(Object.keys(addresses(['openai-chat']))).toEqual([
      'OpenAI TypeScript',
      'OpenAI Python',
      'Vercel AI SDK',
      'curl',
    ]);
    expect(sdkSnippets('https://gate.example', [], 'm')).toEqual([]);
  });

  it('gives each SDK the address that it wants', () => {
    expect(addresses(EVERY_FORMAT)).toEqual({
      'OpenAI TypeScript': 'https://gate.example/v1',
      'OpenAI Python': 'https://gate.example/v1',
      Anthropic: 'https://gate.example',
      'Google Gen AI': 'https://gate.example',
      'Vercel AI SDK': 'https://gate.example/v1',
      curl: 'https://gate.example/v1',
    });
  });

  it('writes that address and the model into the example', () => {
    for (const { address, code } of sdkSnippets('https://gate.example', EVERY_FORMAT, 'gpt-x')) {
      expect(code).toContain(address);
      expect(code).toMatch(/['"]gpt-x['"]/);
      expect(code).toContain('MODELGATE_TOKEN');
    }
  });
});

describe('renderHomepage', () => {
  it('has no navigation where there is nowhere to go', () => {
    expect(render([])).not.toContain('<nav');
    expect(render([])).not.toContain('<a ');
  });

  it('links to the pages it is given', () => {
    const page = render([{ label: 'Ask & see', href: 'console/playground' }]);
    expect(page).toContain('<nav');
    expect(page).toContain('<a href="console/playground">Ask &amp; see</a>');
  });

  it.each<[ExampleModel['kind'], string]>([
    ['stand-in', '<code>a&lt;b</code> is built in'],
    ['served', 'Replace <code>a&lt;b</code> with'],
    ['placeholder', 'in the place of <code>a&lt;b</code>'],
  ])('says what the model of its examples is: %s', (kind, text) => {
    expect(render([], { id: 'a<b', kind })).toContain(text);
  });
});

function addresses(formats: readonly string[]): Record<string, string> {
  const snippets = sdkSnippets('https://gate.example', formats, 'gpt-x');
  return Object.fromEntries(snippets.map(({ name, address }) => [name, address]));
}

function render(links: HomepageLink[], model: ExampleModel = { id: 'm', kind: 'served' }): string {
  return renderHomepage({
    baseAddress: 'https://gate.example/v1',
    snippets: sdkSnippets('https://gate.example', EVERY_FORMAT, model.id),
    model,
    links,
    assets: ASSETS,
  });
}
