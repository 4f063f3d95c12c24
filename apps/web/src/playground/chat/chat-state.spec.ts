import { describe, expect, it } from '@jest/globals';
import { type ChatAction, type ChatState, changeChat } from './chat-state.js';
import { type ReplyTurn, type UserTurn } from './conversation.js';

const EMPTY: ChatState = { columns: [{ id: 'a', model: 'm', turns: [] }] };

function addMessage(text: string): ChatAction & { turn: UserTurn } {
  return { type: 'messageAdded', turn: { kind: 'user', text, images: [] } };
}

function reply(id: string, text = ''): ReplyTurn {
  return {
    kind: 'reply',
    id,
    model: 'm',
    format: 'chat',
    state: 'running',
    parts: text === '' ? [] : [{ kind: 'text', key: 'text', text }],
    request: { method: 'POST', path: '/v1/chat/completions' },
    raw: [],
  };
}

function after(...actions: ChatAction[]): ChatState {
  return actions.reduce(changeChat, EMPTY);
}

function openModels(...models: string[]): ChatAction {
  return { type: 'modelsOpened', columns: models.map((model) => ({ id: model, model })) };
}

function getModels({ columns }: ChatState): (string | undefined)[] {
  return columns.map(({ model }) => model);
}

function getKinds(state: ChatState): string[] {
  return state.columns.map(({ turns }) => turns.map(({ kind }) => kind).join(' '));
}

describe('changeChat', () => {
  it('adds a user message to all columns', () => {
    expect(getKinds(after({ type: 'columnAdded', id: 'b' }, addMessage('Hi')))).toEqual(['user', 'user']);
  });

  it('adds a column with the turns of the first column', () => {
    const state = after(
      addMessage('Hi'),
      { type: 'replyStarted', id: 'a', turn: reply('1') },
      { type: 'columnAdded', id: 'b' },
    );
    expect(getKinds(state)).toEqual(['user reply', 'user reply']);
  });

  it('limits the columns to four', () => {
    const ids = ['b', 'c', 'd', 'e', 'f'];
    const state = after(...ids.map((id): ChatAction => ({ type: 'columnAdded', id })));
    expect(state.columns.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('replaces the models of an empty conversation by opened models', () => {
    const state = after({ type: 'columnAdded', id: 'b', model: 'n' }, openModels('x'));
    expect(getModels(state)).toEqual(['x']);
  });

  it('adds each opened model once to a conversation', () => {
    expect(getModels(after(addMessage('Hi'), openModels('m')))).toEqual(['m']);
    const state = after(addMessage('Hi'), openModels('x', 'm'));
    expect([getModels(state), getKinds(state)]).toEqual([
      ['m', 'x'],
      ['user', 'user'],
    ]);
  });

  it('replaces the model of the last column if there are four columns', () => {
    const state = after(addMessage('Hi'), openModels('b', 'c', 'd'), openModels('x'));
    expect(getModels(state)).toEqual(['m', 'b', 'c', 'x']);
    expect(getKinds(state)).toEqual(['user', 'user', 'user', 'user']);
  });

  it('changes only the reply with the id of the action', () => {
    const state = after(
      { type: 'replyStarted', id: 'a', turn: reply('1', 'old') },
      addMessage('More'),
      { type: 'replyStarted', id: 'a', turn: reply('2') },
      { type: 'replyChanged', id: 'a', turn: reply('2', 'new') },
    );
    expect(state.columns[0]?.turns[0]).toEqual(reply('1', 'old'));
    expect(state.columns[0]?.turns[2]).toEqual(reply('2', 'new'));
  });

  it('ignores changes of a reply that was removed while it was running', () => {
    const state = after(
      addMessage('Hi'),
      { type: 'replyStarted', id: 'a', turn: reply('1') },
      { type: 'cleared' },
      { type: 'replyChanged', id: 'a', turn: reply('1', 'late') },
    );
    expect(getKinds(state)).toEqual(['']);
  });

  it('removes a user message and all turns after it', () => {
    const state = after(
      addMessage('First'),
      { type: 'replyStarted', id: 'a', turn: reply('1') },
      addMessage('Second'),
      { type: 'replyStarted', id: 'a', turn: reply('2') },
      { type: 'messagesRemoved', messageIndex: 1 },
    );
    expect(getKinds(state)).toEqual(['user reply']);
    expect(getKinds(changeChat(state, { type: 'messagesRemoved', messageIndex: 0 }))).toEqual(['']);
  });

  it('removes the last reply only if it is the last turn', () => {
    const state = after(addMessage('Hi'), { type: 'replyStarted', id: 'a', turn: reply('1') });
    const dropped = changeChat(state, { type: 'lastReplyRemoved', id: 'a' });
    expect(getKinds(dropped)).toEqual(['user']);
    expect(getKinds(changeChat(dropped, { type: 'lastReplyRemoved', id: 'a' }))).toEqual(['user']);
  });
});
