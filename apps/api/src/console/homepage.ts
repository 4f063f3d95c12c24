import { highlightCode } from './highlight-code.js';
import { type ExampleModel } from '../example-model.js';
import { type Html, html } from './html.js';
import { type SdkSnippet } from './sdk-snippets.js';

export interface HomepageLink {
  label: string;
  href: string;
}

export interface ListedModel {
  id: string;
  /** What the model can do, such as `chat`. */
  shown: readonly string[];
}

/** Limits the size of the page if a gateway serves thousands of models. */
const MAX_LISTED_MODELS = 200;

export interface HomepageView {
  baseAddress: string;
  snippets: readonly SdkSnippet[];
  /** The model in the examples. */
  model: ExampleModel;
  /** The models to list. Empty if the operator does not publish them. */
  models: readonly ListedModel[];
  /** Links to the other pages of this gateway. */
  links: readonly HomepageLink[];
  /** Relative, because a proxy may serve the gateway below a path. */
  assets: { style: string; script: string; mark: string };
}

export function renderHomepage(view: HomepageView): string {
  const { text } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="description" content="Modelgate: one address and one token for every model." />
        <title>Modelgate</title>
        <link rel="icon" type="image/svg+xml" href="${view.assets.mark}" />
        <link rel="stylesheet" href="${view.assets.style}" />
        <script src="${view.assets.script}"></script>
      </head>
      <body>
        ${renderHeader(view)}
        <main>
          ${renderIntroduction(view.baseAddress)} ${renderSdks(view)} ${renderModelList(view.models)}
        </main>
        <p class="visually-hidden" role="status" id="announcement"></p>
      </body>
    </html> `;
  return text;
}

function renderHeader({ assets, links }: HomepageView): Html {
  return html`<header>
    <p class="brand"><img src="${assets.mark}" width="32" height="32" alt="" /> Modelgate</p>
    ${links.length === 0 ? '' : renderNavigation(links)}
  </header>`;
}

function renderNavigation(links: readonly HomepageLink[]): Html {
  const items = links.map(({ label, href }) => html`<li><a href="${href}">${label}</a></li>`);
  return html`<nav aria-label="This gateway">
    <ul>
      ${items}
    </ul>
  </nav> `;
}

function renderIntroduction(baseAddress: string): Html {
  return html`<section class="introduction" aria-labelledby="title">
    <h1 id="title">One address for every model</h1>
    <p class="lead">
      Modelgate connects your applications to model providers. Keep the SDK that you already use: set its base
      address to the one below, and its API key to a token of this gateway.
    </p>
    <h2 class="label">Base address</h2>
    <div class="address">
      <code id="base-address">${baseAddress}</code>
      ${renderCopyButton('base-address', 'the base address', 'primary')}
    </div>
    <p class="note">
      The examples read your token from <code>MODELGATE_TOKEN</code>. The gateway prints the first token at
      its first start; an administrator can create more in the console.
    </p>
  </section>`;
}

function renderSdks({ snippets, model }: HomepageView): Html {
  return html`<section class="connections" aria-labelledby="connections-title">
    <h2 id="connections-title">Connect your SDK</h2>
    ${snippets.map(renderSdk)}
    <p class="note">${renderModelNote(model)}</p>
  </section>`;
}

function renderModelNote({ id, kind }: ExampleModel): Html {
  switch (kind) {
    case 'stand-in':
      return html`<code>${id}</code> is built in and needs no account. Replace it with any model your token
        allows.`;
    case 'served':
    case 'unlisted':
      return html`Replace <code>${id}</code> with any model your token allows.`;
    case 'placeholder':
      return html`No model is served yet: create a channel in the console, then replace
        <code>${id}</code> with the name of one of its models.`;
  }
}

function renderModelList(models: readonly ListedModel[]): Html | '' {
  if (models.length === 0) return '';
  const shown = models.toSorted((one, other) => (one.id < other.id ? -1 : 1)).slice(0, MAX_LISTED_MODELS);
  const others = models.length - shown.length;
  return html`<section class="models" aria-labelledby="models-title">
    <h2 id="models-title">Models</h2>
    <ul>
      ${shown.map((model) => html`<li><code>${model.id}</code> <span>${model.shown.join(', ')}</span></li>`)}
    </ul>
    ${others === 0 ? '' : html`<p class="note">And ${String(others)} more: see <code>GET /v1/models</code>.</p>`}
  </section>`;
}

function renderSdk({ id, name, install, address, language, code }: SdkSnippet): Html {
  return html`<section class="sdk" id="${id}" aria-labelledby="${id}-name">
    <h3 id="${id}-name">${name}</h3>
    <dl>
      ${renderFact('Address', `${id}-address`, address, `the address for ${name}`)}
      ${install === undefined ? '' : renderFact('Install', `${id}-install`, install, `the install command for ${name}`)}
    </dl>
    <div class="example">
      <p class="term">Example</p>
      ${renderCopyButton(`${id}-code`, `the example for ${name}`)}
      <pre
        tabindex="0"
        role="region"
        aria-label="Example for ${name}"
      ><code id="${id}-code">${highlightCode(code, language)}</code></pre>
    </div>
  </section> `;
}

function renderFact(term: string, valueId: string, value: string, description: string): Html {
  return html`<div>
    <dt class="term">${term}</dt>
    <dd><code id="${valueId}">${value}</code> ${renderCopyButton(valueId, description, 'icon')}</dd>
  </div>`;
}

/** Hidden until the script has run, because the button does not work without it. */
function renderCopyButton(
  sourceId: string,
  description: string,
  look: 'primary' | 'plain' | 'icon' = 'plain',
): Html {
  return html`<button type="button" class="copy ${look}" data-copies="${sourceId}">
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path
        class="sheets"
        d="M5.5 5.5V4A1.5 1.5 0 0 1 7 2.5h5A1.5 1.5 0 0 1 13.5 4v5a1.5 1.5 0 0 1-1.5 1.5h-1.5M4 5.5h5A1.5 1.5 0 0 1 10.5 7v5A1.5 1.5 0 0 1 9 13.5H4A1.5 1.5 0 0 1 2.5 12V7A1.5 1.5 0 0 1 4 5.5z"
      />
      <path class="tick" d="m3 8.5 3.5 3.5L13 4.5" />
    </svg>
    <span class="outcome">Copy</span><span class="visually-hidden"> ${description}</span>
  </button>`;
}
