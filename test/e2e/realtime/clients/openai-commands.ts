import { type Dialect } from './event-log.js';
import { type Settings, type ClientCommands } from './client-commands.js';

/** The commands in OpenAI's event format, of today or of the first version. */
export function createOpenAiCommands(dialect: Dialect, send: (event: object) => void): ClientCommands {
  const sessionFor = dialect === 'ga' ? gaSession : betaSession;
  const add = (item: object): void => send({ type: 'conversation.item.create', item });
  return {
    send,
    configure: (settings) => send({ type: 'session.update', session: sessionFor(settings) }),
    write: (text) => add({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] }),
    append: (audio) => send({ type: 'input_audio_buffer.append', audio: audio.toString('base64') }),
    commit: () => send({ type: 'input_audio_buffer.commit' }),
    giveResult: (callId, output) => add({ type: 'function_call_output', call_id: callId, output }),
    respond: () => send({ type: 'response.create' }),
    cancel: () => send({ type: 'response.cancel' }),
    truncate: (itemId, audioEndMs) =>
      send({
        type: 'conversation.item.truncate',
        item_id: itemId,
        content_index: 0,
        audio_end_ms: audioEndMs,
      }),
  };
}

function gaSession({ instructions, tools, isTextOnly, turns, isTelephone }: Settings): object {
  const format = isTelephone ? { format: { type: 'audio/pcmu' } } : {};
  const detection = turns === undefined ? {} : { turn_detection: detectionFor(turns) };
  return {
    type: 'realtime',
    ...(instructions === undefined ? {} : { instructions }),
    ...(tools === undefined ? {} : { tools: tools.map((tool) => ({ type: 'function', ...tool })) }),
    ...(isTextOnly === undefined ? {} : { output_modalities: [isTextOnly ? 'text' : 'audio'] }),
    audio: { input: { ...format, ...detection }, output: format },
  };
}

function betaSession({ instructions, tools, isTextOnly, turns, isTelephone }: Settings): object {
  const formats = { input_audio_format: 'g711_ulaw', output_audio_format: 'g711_ulaw' };
  return {
    ...(instructions === undefined ? {} : { instructions }),
    ...(tools === undefined ? {} : { tools: tools.map((tool) => ({ type: 'function', ...tool })) }),
    ...(isTextOnly === undefined ? {} : { modalities: isTextOnly ? ['text'] : ['audio', 'text'] }),
    ...(turns === undefined ? {} : { turn_detection: detectionFor(turns) }),
    ...(isTelephone ? formats : {}),
  };
}

function detectionFor(turns: Settings['turns']): object | null {
  return turns ? { type: 'server_vad', silence_duration_ms: turns.silenceMs } : null;
}
