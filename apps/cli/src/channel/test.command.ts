import { type ChannelTestView } from '#admin';
import { findNamed } from '../admin/find-named.js';
import { exitCodes } from '../exit-codes.js';
import { defineAdminCommand } from '../frame/command.js';
import { escapeControls } from '../frame/display-width.js';
import { text } from '../frame/options.js';
import { type Style } from '../frame/style.js';
import { CHANNELS } from './channels.js';

export const channelTestCommand = defineAdminCommand({
  name: 'channel test',
  summary: 'send a minimal request to a channel; exits with 1 if it fails, and prints how to fix it',
  args: [{ name: '<name>', description: 'name or id' }],
  options: { model: text('<model>', 'the model to test (default: the one with the lowest known price)') },
  examples: [
    { line: 'channel test main', what: 'Check the key:' },
    { line: 'channel test main --model gpt-5-mini', what: 'Check access to a model:' },
  ],
  run: async ({ args: [name = ''], options: { model } }, admin, output) => {
    const channel = await findNamed(admin, CHANNELS, name);
    const path = `${CHANNELS.path}/${channel.id}/test`;
    const result = (await admin.request('POST', path, { model })) as ChannelTestView;
    output.result(result, () => describeResult(channel.name, result, output.style));
    return result.ok ? exitCodes.success : exitCodes.failure;
  },
});

function describeResult(name: string, result: ChannelTestView, style: Style): string[] {
  const { ok, message, advice, duration_ms: durationMs } = result;
  const verdict = ok ? style.good(`${name} works`) : style.bad(`${name} does not work`);
  return [
    `${verdict} (${durationMs} ms): ${escapeControls(message)}`,
    ...(advice === null ? [] : [escapeControls(advice)]),
  ];
}
