import { highlightCode } from './highlight-code.js';
import { type ExampleModel } from '../example-model.js';
import { type Html, html } from './html.js';
import { type SdkSnippet } from './sdk-snippets.js';

export interface HomepageLink {
  label: string;
  href: string;
}

export interface HomepageView {
  baseAddress: string;
  snippets: readonly SdkSnippet[];
  /** The model that the examples ask. */
  model: ExampleModel;
  /** To the other pages of this gateway, such as there are. */
  links: readonly HomepageLink[];
  /** Relative, so that they hold behind a proxy that serves the gateway below a path. */
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
        ${header(view)}
        <main>${introduction(view.baseAddress)} ${connections(view)}</main>
        <p class="visually-hidden" role="status" id="announcement"></p>
      </body>
    </html> `;
  return text;
}

function header({ assets, links }: HomepageView): Html {
  return html`<header>
    <p class="brand"><img src="${assets.mark}" width="32" height="32" alt="" /> Modelgate</p>
    ${links.length === 0 ? '' : navigation(links)}
  </header>`;
}

function navigation(links: readonly HomepageLink[]): Html {
  const items = links.map(({ label, href }) => html`<li><a href="${href}">${label}</a></li>`);
  return html`<nav aria-label="This gateway">
    <ul>
      ${items}
    </ul>
  </nav> `;
}

function introduction(baseAddress: string): Html {
  return html`<section class="introduction" aria-labelledby="title">
    <h1 id="title">One address for every model</h1>
    <p class="lead">
      Modelgate stands between your applications and the services that run models. Keep the SDK you already
      use: give it the address below and a token issued here.
    </p>
    <h2 class="label">Base address</h2>
    <div class="address">
      <code id="base-address">${baseAddress}</code>
      ${copyButton('base-address', 'the base address', 'primary')}
    </div>
    <p class="note">
      The examples read your token from <code>MODELGATE_TOKEN</code>. The gateway prints a first one when it
      starts for the first time.
    </p>
  </section>`;
}

function connections({ snippets, model }: HomepageView): Html {
  return html`<section class="connections" aria-labelledby="connections-title">
    <h2 id="connections-title">Connect your SDK</h2>
    ${snippets.map(connection)}
    <p class="note">${describeModel(model)}</p>
  </section>`;
}

function describeModel({ id, kind }: ExampleModel): Html {
  switch (kind) {
    case 'stand-in':
      return html`<code>${id}</code> is built in and needs no account. Replace it with any model your token
        allows.`;
    case 'served':
      return html`Replace <code>${id}</code> with any model your token allows.`;
    case 'placeholder':
      return html`Put the name of a model your token allows in the place of <code>${id}</code>. Models are
        served once a channel is set up in the console.`;
  }
}

function connection({ id, name, install, address, language, code }: SdkSnippet): Html {
  return html`<section class="sdk" id="${id}" aria-labelledby="${id}-name">
    <h3 id="${id}-name">${name}</h3>
    <dl>
      ${fact('Address', `${id}-address`, address, `the address for ${name}`)}
      ${install === undefined ? '' : fact('Install', `${id}-install`, install, `the install command for ${name}`)}
    </dl>
    <div class="example">
      <p class="term">Example</p>
      ${copyButton(`${id}-code`, `the example for ${name}`)}
      <pre
        tabindex="0"
        role="region"
        aria-label="Example for ${name}"
      ><code id="${id}-code">${highlightCode(code, language)}</code></pre>
    </div>
  </section> `;
}

function fact(term: string, valueId: string, value: string, description: string): Html {
  return html`<div>
    <dt class="term">${term}</dt>
    <dd><code id="${valueId}">${value}</code> ${copyButton(valueId, description, 'icon')}</dd>
  </div>`;
}

/** Invisible until the script that makes it work has run. */
function copyButton(
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
