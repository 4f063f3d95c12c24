import { type SetupOutcome } from '#setup';
import { type ExampleModel } from './example-model.js';
import { quote } from './console/sdk-snippets.js';

export interface Announcement {
  publicUrl: string;
  setup: SetupOutcome;
  /** The model of the example request. */
  model: ExampleModel;
}

/** Writes the start message for the operator, which is not part of the log. */
export function announce({ publicUrl, setup, model }: Announcement, write: (text: string) => void): void {
  const lines = [
    '',
    'Modelgate is ready.',
    '',
    `  Base address   ${publicUrl}/v1`,
    `  Console        ${publicUrl}/console`,
  ];
  if (setup.firstAdmin !== undefined) lines.push(...buildFirstStartLines(publicUrl, setup, model));
  else
    lines.push(
      ...setup.issuedTokens.map(({ name, key }) => `  New token      ${key}  (${name}; shown only once)`),
    );
  write(`${lines.join('\n')}\n\n`);
}

function buildFirstStartLines(
  publicUrl: string,
  { firstAdmin, issuedTokens }: SetupOutcome,
  model: ExampleModel,
): string[] {
  const password = firstAdmin?.generatedPassword ?? '(from MODELGATE_ADMIN_PASSWORD)';
  const [example] = issuedTokens;
  return [
    '',
    'This is the first start. Save the following, it is not shown again:',
    '',
    `  Admin e-mail   ${firstAdmin?.email}`,
    `  Password       ${password}`,
    ...issuedTokens.map(({ name, key }) => `  API token      ${key}  (${name})`),
    ...(example === undefined || model.kind === 'placeholder'
      ? []
      : ['', 'Try it:', '', ...buildExampleCall(publicUrl, example.key, model.id)]),
  ];
}

function buildExampleCall(publicUrl: string, key: string, model: string): string[] {
  return [
    `  curl ${publicUrl}/v1/chat/completions -H "Authorization: Bearer ${key}" \\`,
    `    -H "Content-Type: application/json" \\`,
    `    -d '{"model":${quote.json(model)},"messages":[{"role":"user","content":"Hello!"}]}'`,
  ];
}
