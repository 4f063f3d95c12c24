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

describe('the state of the chat', () => {
  it('says to all columns what the person says', () => {
    expect(getKinds(after({ type: 'columnAdded', id: 'b' }, said('Hi')))).toEqual(['user', 'user']);
  });

  it('lets a model join where the conversation is', () => {
    const state = after(
      said('Hi'),
      { type: 'replyBegan', id: 'a', turn: reply('1') },
      { type: 'columnAdded', id: 'b' },
    );
    expect(getKinds(state)).toEqual(['user reply', 'user reply']);
  });

  it('has four columns at most', () => {
    const ids = ['b', 'c', 'd', 'e', 'f'];
    const state = after(...ids.map((id): ChatAction => ({ type: 'columnAdded', id })));
    expect(state.columns.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('puts models that are brought in the place of others while nothing was said', () => {
    const state = after({ type: 'columnAdded', id: 'b', model: 'n' }, brought('x'));
    expect(toModels(state)).toEqual(['x']);
  });

  it('lets models that are brought join a conversation, each of them once', () => {
    expect(toModels(after(said('Hi'), brought('m')))).toEqual(['m']);
    const state = after(said('Hi'), brought('x', 'm'));
    expect([toModels(state), getKinds(state)]).toEqual([
      ['m', 'x'],
      ['user', 'user'],
    ]);
  });

  it('gives the last column to a model that is brought where there is no room for another', () => {
    const state = after(said('Hi'), brought('b', 'c', 'd'), brought('x'));
    expect(toModels(state)).toEqual(['m', 'b', 'c', 'x']);
    expect(getKinds(state)).toEqual(['user', 'user', 'user', 'user']);
  });

  it('changes the reply of that id, and no other', () => {
    const state = after(
      { type: 'replyBegan', id: 'a', turn: reply('1', 'old') },
      said('More'),
      { type: 'replyBegan', id: 'a', turn: reply('2') },
      { type: 'replyChanged', id: 'a', turn: reply('2', 'new') },
    );
    expect(state.columns[0]?.turns[0]).toEqual(reply('1', 'old'));
    expect(state.columns[0]?.turns[2]).toEqual(reply('2', 'new'));
  });

  it('does not bring back a reply that was taken away while it came', () => {
    const state = after(
      said('Hi'),
      { type: 'replyBegan', id: 'a', turn: reply('1') },
      { type: 'cleared' },
      { type: 'replyChanged', id: 'a', turn: reply('1', 'late') },
    );
    expect(getKinds(state)).toEqual(['']);
  });

  it('forgets everything from a question on', () => {
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

  it('drops the last reply only where it is the last turn', () => {
    const state = after(said('Hi'), { type: 'replyBegan', id: 'a', turn: reply('1') });
    const dropped = changeChat(state, { type: 'lastReplyDropped', id: 'a' });
    expect(getKinds(dropped)).toEqual(['user']);
    expect(getKinds(changeChat(dropped, { type: 'lastReplyDropped', id: 'a' }))).toEqual(['user']);
  });
});
