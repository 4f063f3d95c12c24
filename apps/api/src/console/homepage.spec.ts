import { describe, expect, it } from '@jest/globals';
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
    expect(sdkSnippets('https://gate.example', [])).toEqual([]);
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

  it('writes that address into the example', () => {
    for (const { address, code } of sdkSnippets('https://gate.example', EVERY_FORMAT)) {
      expect(code).toContain(address);
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
});

function addresses(formats: readonly string[]): Record<string, string> {
  const snippets = sdkSnippets('https://gate.example', formats);
  return Object.fromEntries(snippets.map(({ name, address }) => [name, address]));
}

function render(links: HomepageLink[]): string {
  return renderHomepage({
    baseAddress: 'https://gate.example/v1',
    snippets: sdkSnippets('https://gate.example', EVERY_FORMAT),
    links,
    assets: ASSETS,
  });
}
