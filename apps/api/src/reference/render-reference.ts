import { type Html, html } from '../console/html.js';
import {
  type BodyView,
  type FieldRow,
  type OperationView,
  type ReferencePart,
  type ReferenceView,
} from './reference-view.js';

/** Relative, so that they hold behind a proxy that serves the gateway below a path. */
export interface ReferenceAssets {
  style: string;
  referenceStyle: string;
  mark: string;
}

/** A page without scripts: everything is there when it has loaded, and can be searched and printed. */
export function renderReference({ version, address, parts }: ReferenceView, assets: ReferenceAssets): string {
  const { text } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>API reference · Modelgate</title>
        <link rel="icon" type="image/svg+xml" href="${assets.mark}" />
        <link rel="stylesheet" href="${assets.style}" />
        <link rel="stylesheet" href="${assets.referenceStyle}" />
      </head>
      <body class="reference">
        <header>
          <p class="brand"><img src="${assets.mark}" width="32" height="32" alt="" /> Modelgate</p>
          <nav aria-label="This gateway">
            <ul>
              <li><a href="./">Home</a></li>
              <li><a href="openapi.json">openapi.json</a></li>
            </ul>
          </nav>
        </header>
        <div class="columns">
          <nav class="contents" aria-label="Contents">${parts.map(contents)}</nav>
          <main>
            <h1>API reference</h1>
            <p class="lead">
              Version ${version}, at <code>${address}</code>. The model API takes an API token, the admin API
              an admin token, both as <code>Authorization: Bearer …</code>.
            </p>
            ${parts.map(part)}
          </main>
        </div>
      </body>
    </html> `;
  return text;
}

function contents({ id, title, groups }: ReferencePart): Html {
  const items = groups.map((group) => html`<li><a href="#${group.id}">${group.title}</a></li>`);
  return html`<p><a href="#${id}">${title}</a></p>
    <ul>
      ${items}
    </ul>`;
}

function part({ id, title, groups }: ReferencePart): Html {
  const sections = groups.map(
    (group) =>
      html`<section aria-labelledby="${group.id}">
        <h3 id="${group.id}">${group.title}</h3>
        ${group.operations.map(operation)}
      </section>`,
  );
  return html`<section class="part" aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${sections}
  </section>`;
}

function operation(view: OperationView): Html {
  const { id, method, path, summary, description, parameters, takes, gives } = view;
  return html`<details class="operation" id="${id}">
    <summary>
      <span class="method ${method.toLowerCase()}">${method}</span>
      <code>${path}</code>
      <span class="summary">${summary}</span>
    </summary>
    ${description === '' ? '' : html`<p>${prose(description)}</p>`}
    ${parameters.length === 0 ? '' : fields('Parameters', parameters)}
    ${takes.map((body) => getBody('Takes', body))}
    ${gives.map((body) => getBody(`Answers ${body.status}`, body))}
  </details>`;
}

/** What stands between backticks is code. */
function prose(text: string): Html[] {
  return text
    .split('`')
    .map((chunk, index) => (index % 2 === 1 ? html`<code>${chunk}</code>` : html`${chunk}`));
}

function getBody(caption: string, { mediaType, fields: rows }: BodyView): Html {
  const title = `${caption} ${mediaType}`;
  return rows.length === 0 ? html`<p class="body">${title}</p>` : fields(title, rows);
}

function fields(caption: string, rows: readonly FieldRow[]): Html {
  const lines = rows.map(
    ({ name, type, isRequired, description }) =>
      html`<tr>
        <th scope="row"><code>${name}</code></th>
        <td>${type}</td>
        <td>${isRequired ? 'required' : ''}</td>
        <td>${prose(description)}</td>
      </tr>`,
  );
  return html`<div class="fields" tabindex="0" role="region" aria-label="${caption}">
    <table>
      <caption>
        ${caption}
      </caption>
      <tbody>
        ${lines}
      </tbody>
    </table>
  </div>`;
}
