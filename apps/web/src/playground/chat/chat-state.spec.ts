import { describe, expect, it } from '@jest/globals';
import { type ChatAction, type ChatState, changeChat } from './chat-state.js';
import { type ReplyTurn, type UserTurn } from './conversation.js';

const EMPTY: ChatState = { columns: [{ id: 'a', model: 'm', turns: [] }] };

function addMessage(text: string): ChatAction & { turn: UserTurn } {
  return { type: 'messageAdded', turn: { kind: 'user', text, images: [] } };
}

function createReply(id: string, text = ''): ReplyTurn {
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

function applyActions(...actions: ChatAction[]): ChatState {
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
    expect(getKinds(applyActions({ type: 'columnAdded', id: 'b' }, addMessage('Hi')))).toEqual([
      'user',
      'user',
    ]);
  });

  it('adds a column with the turns of the first column', () => {
    const state = applyActions(
      addMessage('Hi'),
      { type: 'replyStarted', id: 'a', turn: createReply('1') },
      { type: 'columnAdded', id: 'b' },
    );
    expect(getKinds(state)).toEqual(['user reply', 'user reply']);
  });

  it('limits the columns to four', () => {
    const ids = ['b', 'c', 'd', 'e', 'f'];
    const state = applyActions(...ids.map((id): ChatAction => ({ type: 'columnAdded', id })));
    expect(state.columns.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('replaces the models of an empty conversation by opened models', () => {
    const state = applyActions({ type: 'columnAdded', id: 'b', model: 'n' }, openModels('x'));
    expect(getModels(state)).toEqual(['x']);
  });

  it('adds each opened model once to a conversation', () => {
    expect(getModels(applyActions(addMessage('Hi'), openModels('m')))).toEqual(['m']);
    const state = applyActions(addMessage('Hi'), openModels('x', 'm'));
    expect([getModels(state), getKinds(state)]).toEqual([
      ['m', 'x'],
      ['user', 'user'],
    ]);
  });

  it('replaces the model of the last column if there are four columns', () => {
    const state = applyActions(addMessage('Hi'), openModels('b', 'c', 'd'), openModels('x'));
    expect(getModels(state)).toEqual(['m', 'b', 'c', 'x']);
    expect(getKinds(state)).toEqual(['user', 'user', 'user', 'user']);
  });

  it('changes only the reply with the id of the action', () => {
    const state = applyActions(
      { type: 'replyStarted', id: 'a', turn: createReply('1', 'old') },
      addMessage('More'),
      { type: 'replyStarted', id: 'a', turn: createReply('2') },
      { type: 'replyChanged', id: 'a', turn: createReply('2', 'new') },
    );
    expect(state.columns[0]?.turns[0]).toEqual(createReply('1', 'old'));
    expect(state.columns[0]?.turns[2]).toEqual(createReply('2', 'new'));
  });

  it('ignores changes of a reply that was removed while it was running', () => {
    const state = applyActions(
      addMessage('Hi'),
      { type: 'replyStarted', id: 'a', turn: createReply('1') },
      { type: 'cleared' },
      { type: 'replyChanged', id: 'a', turn: createReply('1', 'late') },
    );
    expect(getKinds(state)).toEqual(['']);
  });

  it('removes a user message and all turns after it', () => {
    const state = applyActions(
      addMessage('First'),
      { type: 'replyStarted', id: 'a', turn: createReply('1') },
      addMessage('Second'),
      { type: 'replyStarted', id: 'a', turn: createReply('2') },
      { type: 'messagesRemoved', messageIndex: 1 },
    );
    expect(getKinds(state)).toEqual(['user reply']);
    expect(getKinds(changeChat(state, { type: 'messagesRemoved', messageIndex: 0 }))).toEqual(['']);
  });

  it('removes the last reply only if it is the last turn', () => {
    const state = applyActions(addMessage('Hi'), { type: 'replyStarted', id: 'a', turn: createReply('1') });
    const withoutReply = changeChat(state, { type: 'lastReplyRemoved', id: 'a' });
    expect(getKinds(withoutReply)).toEqual(['user']);
    expect(getKinds(changeChat(withoutReply, { type: 'lastReplyRemoved', id: 'a' }))).toEqual(['user']);
  });
});
