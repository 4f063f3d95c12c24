/** Code that the compiler must reject. `npm run check` compiles this file; nothing runs it. */
import {
  type AdminTokenRepository,
  type OwnerRepository,
  type PlaygroundTokenRepository,
  type TokenRepository,
  type UserCheck,
  type UserRepository,
} from '#access';
import { type ChannelRepository, type ModelRepository } from '#catalog';
import { type StoredModelsRepository } from '#models';
import { type AuthorizedChange } from '#rights';
import {
  type ConfigGenerationRepository,
  type ConfigOverrideRepository,
  type EntryChange,
  type SettingRepository,
} from '#settings';

/** The members of a change that a plain object can have. */
type Plain<Change> = Pick<Change, keyof Change & string>;
type ChangeOf<Method extends (change: never) => unknown> = Parameters<Method>[0];

type NewToken = ChangeOf<TokenRepository['create']>;
type TokenChange = ChangeOf<TokenRepository['update']>;
type NewChannel = ChangeOf<ChannelRepository['create']>;
type ChannelChange = ChangeOf<ChannelRepository['update']>;
type ChannelDeletion = ChangeOf<ChannelRepository['delete']>;
type ModelChange = ChangeOf<ModelRepository['save']>;
type ModelDeletion = ChangeOf<ModelRepository['delete']>;
type FactsChange = ChangeOf<StoredModelsRepository['save']>;
type OwnerChange = ChangeOf<OwnerRepository['save']>;
type NewUser = ChangeOf<UserRepository['create']>;
type UserChange = ReturnType<UserCheck>;
type NewAdminToken = Parameters<AdminTokenRepository['create']>[0];
type AdminTokenRevocation = ReturnType<Parameters<AdminTokenRepository['revoke']>[2]>;
type PlaygroundChange = Parameters<PlaygroundTokenRepository['issue']>[0];
type SettingChange = ChangeOf<SettingRepository['save']>;
type NewGeneration = Parameters<ConfigGenerationRepository['add']>[0];
type FileChange = ChangeOf<ConfigOverrideRepository['updateDeclared']>;

// @ts-expect-error An object with the members of a change was not authorized. The same for each of the others.
export const newToken: NewToken = {} as Plain<NewToken>;
// @ts-expect-error
export const newTokens: Parameters<TokenRepository['createAll']>[0] = [{} as Plain<NewToken>];
// @ts-expect-error
export const tokenChange: TokenChange = {} as Plain<TokenChange>;
// @ts-expect-error
export const newChannel: NewChannel = {} as Plain<NewChannel>;
// @ts-expect-error
export const channelChange: ChannelChange = {} as Plain<ChannelChange>;
// @ts-expect-error
export const channelDeletion: ChannelDeletion = {} as Plain<ChannelDeletion>;
// @ts-expect-error
export const modelChange: ModelChange = {} as Plain<ModelChange>;
// @ts-expect-error
export const modelDeletion: ModelDeletion = {} as Plain<ModelDeletion>;
// @ts-expect-error
export const factsChange: FactsChange = {} as Plain<FactsChange>;
// @ts-expect-error
export const ownerChange: OwnerChange = {} as Plain<OwnerChange>;
// @ts-expect-error
export const newUser: NewUser = {} as Plain<NewUser>;
// @ts-expect-error
export const userChange: UserChange = {} as Plain<UserChange>;
// @ts-expect-error
export const newAdminToken: NewAdminToken = {} as Plain<NewAdminToken>;
// @ts-expect-error
export const adminTokenRevocation: AdminTokenRevocation = {} as Plain<AdminTokenRevocation>;
// @ts-expect-error
export const playgroundChange: PlaygroundChange = {} as Plain<PlaygroundChange>;
// @ts-expect-error
export const settingChange: SettingChange = {} as Plain<SettingChange>;
// @ts-expect-error
export const newGeneration: NewGeneration = {} as Plain<NewGeneration>;
// @ts-expect-error
export const fileChange: FileChange = {} as Plain<FileChange>;
// @ts-expect-error
export const entryChange: EntryChange = {} as Plain<EntryChange>;
// @ts-expect-error An override is the change of a channel or of a token, not of another entity.
export const otherEntity: EntryChange = {} as AuthorizedChange<
  'model',
  undefined,
  { id: string; enabled: true }
>;
// @ts-expect-error A deleted entry has no override.
export const deletedEntry: EntryChange = {} as AuthorizedChange<'channel', undefined, undefined>;
