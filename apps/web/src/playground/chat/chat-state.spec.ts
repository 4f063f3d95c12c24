import { describe, expect, it } from '@jest/globals';
import { type ChatAction, type ChatState, changeChat } from './chat-state.js';
import { type ReplyTurn, type UserTurn } from './conversation.js';

const EMPTY: ChatState = { columns: [{ id: 'a', model: 'm', turns: [] }] };

function said(text: string): ChatAction & { turn: UserTurn } {
  return { type: 'said', turn: { kind: 'user', text, images: [] } };
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

function brought(...models: string[]): ChatAction {
  return { type: 'modelsBrought', columns: models.map((model) => ({ id: model, model })) };
}

function toModels({ columns }: ChatState): (string | undefined)[] {
  return columns.map(({ model }) => model);
}

function getKinds(state: ChatState): string[] {
  return state.columns.map(({ turns }) => turns.map(({ kind }) => kind).join(' '));
}

describe('changeChat', () => {
  it('adds a user message to all columns', () => {
    expect(getKinds(after({ type: 'columnAdded', id: 'b' }, said('Hi')))).toEqual(['user', 'user']);
  });

  it('adds a column with the turns of the first column', () => {
    const state = after(
      said('Hi'),
      { type: 'replyBegan', id: 'a', turn: reply('1') },
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
    const state = after({ type: 'columnAdded', id: 'b', model: 'n' }, brought('x'));
    expect(toModels(state)).toEqual(['x']);
  });

  it('adds each opened model once to a conversation', () => {
    expect(toModels(after(said('Hi'), brought('m')))).toEqual(['m']);
    const state = after(said('Hi'), brought('x', 'm'));
    expect([toModels(state), getKinds(state)]).toEqual([
      ['m', 'x'],
      ['user', 'user'],
    ]);
  });

  it('replaces the model of the last column if there are four columns', () => {
    const state = after(said('Hi'), brought('b', 'c', 'd'), brought('x'));
    expect(toModels(state)).toEqual(['m', 'b', 'c', 'x']);
    expect(getKinds(state)).toEqual(['user', 'user', 'user', 'user']);
  });

  it('changes only the reply with the id of the action', () => {
    const state = after(
      { type: 'replyBegan', id: 'a', turn: reply('1', 'old') },
      said('More'),
      { type: 'replyBegan', id: 'a', turn: reply('2') },
      { type: 'replyChanged', id: 'a', turn: reply('2', 'new') },
    );
    expect(state.columns[0]?.turns[0]).toEqual(reply('1', 'old'));
    expect(state.columns[0]?.turns[2]).toEqual(reply('2', 'new'));
  });

  it('ignores changes of a reply that was removed while it was running', () => {
    const state = after(
      said('Hi'),
      { type: 'replyBegan', id: 'a', turn: reply('1') },
      { type: 'cleared' },
      { type: 'replyChanged', id: 'a', turn: reply('1', 'late') },
    );
    expect(getKinds(state)).toEqual(['']);
  });

  it('removes a user message and all turns after it', () => {
    const state = after(
      said('First'),
      { type: 'replyBegan', id: 'a', turn: reply('1') },
      said('Second'),
      { type: 'replyBegan', id: 'a', turn: reply('2') },
      { type: 'takenBack', question: 1 },
    );
    expect(getKinds(state)).toEqual(['user reply']);
    expect(getKinds(changeChat(state, { type: 'takenBack', question: 0 }))).toEqual(['']);
  });

  it('removes the last reply only if it is the last turn', () => {
    const state = after(said('Hi'), { type: 'replyBegan', id: 'a', turn: reply('1') });
    const dropped = changeChat(state, { type: 'lastReplyDropped', id: 'a' });
    expect(getKinds(dropped)).toEqual(['user']);
    expect(getKinds(changeChat(dropped, { type: 'lastReplyDropped', id: 'a' }))).toEqual(['user']);
  });
});
