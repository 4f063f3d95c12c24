// Written by `npm run web:types` from /openapi.json.
export interface paths {
  '/api/admin-tokens': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List admin tokens
     * @description Newest first, where no other order is asked for. For admins, admin tokens with the scope `admin-tokens:read`.
     */
    get: operations['adminTokens.list'];
    put?: never;
    /**
     * Create an admin token
     * @description The answer holds its key, which is never shown again. For admins, admin tokens with the scope `admin-tokens:write`.
     */
    post: operations['adminTokens.create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin-tokens/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Revoke an admin token
     * @description For good, and at once. For admins, admin tokens with the scope `admin-tokens:write`.
     */
    delete: operations['adminTokens.revoke'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/audit': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the audit log
     * @description Who changed what, newest first where no other order is asked for. For admins, admin tokens with the scope `audit:read`.
     */
    get: operations['audit.list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/audit/verify': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Verify the audit log
     * @description Recomputes the whole chain, and says where it is broken. For admins, admin tokens with the scope `audit:read`.
     */
    get: operations['audit.verify'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/channels': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List channels
     * @description For admins, admin tokens with the scope `channels:read`.
     */
    get: operations['channels.list'];
    put?: never;
    /**
     * Create a channel
     * @description An account at an upstream. Its keys are stored encrypted and never shown again. For admins, admin tokens with the scope `channels:write`.
     */
    post: operations['channels.create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/channels/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Show a channel
     * @description For admins, admin tokens with the scope `channels:read`.
     */
    get: operations['channels.show'];
    put?: never;
    post?: never;
    /**
     * Delete a channel
     * @description What it has served stays in the log, and tasks that it is working on go on. For admins, admin tokens with the scope `channels:write`.
     */
    delete: operations['channels.remove'];
    options?: never;
    head?: never;
    /**
     * Change a channel
     * @description Only what is given changes; null takes a setting away. Where it then leads to another host, its keys have to be given again. For admins, admin tokens with the scope `channels:write`.
     */
    patch: operations['channels.change'];
    trace?: never;
  };
  '/api/channels/{id}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Test a channel
     * @description Makes the smallest real call that the upstream has, and says what failed and what to do about it. Takes at most 15 seconds. For admins, admin tokens with the scope `channels:write`.
     */
    post: operations['channels.test'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/channels/{id}/upstream-models': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the models of an upstream
     * @description Asks the upstream itself. Not all have such a list. For admins, admin tokens with the scope `channels:read`.
     */
    get: operations['channels.upstreamModels'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/channels/check': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Check a channel before it is created
     * @description Asks the upstream which models the account has, and one of them for the smallest answer; stores nothing. All that is wrong with the settings is told at once. Takes at most 30 seconds. For admins, admin tokens with the scope `channels:write`.
     */
    post: operations['channels.check'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/config': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Show which config file counts
     * @description The last one that was applied, and what was switched against it since. For admins, admin tokens with the scope `config:read`.
     */
    get: operations['configFile.show'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/config/apply': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Apply a config file
     * @description Makes channels, models, owners and tokens what it says, all or nothing. Refused with 409 where it disables more than may happen by accident, or was replaced by another file before. For admins, admin tokens with the scope `config:write`.
     */
    post: operations['configFile.apply'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/config/diff': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Compare a config file with what is stored
     * @description Changes nothing. Secrets are compared, and never shown. For admins, admin tokens with the scope `config:read`.
     */
    post: operations['configFile.diff'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/config/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export what a config file would declare
     * @description What was made elsewhere than in a config file, or everything; secrets as `${NAME}`. For admins, admin tokens with the scope `config:read`.
     */
    get: operations['configFile.export'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/config/overrides/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Clear an override
     * @description What the config file says of this channel or token counts again. For admins, admin tokens with the scope `config:write`.
     */
    delete: operations['configFile.clearOverride'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/health': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How the installation is
     * @description Always answered with 200: what is wrong stands in the answer. For admins, admin tokens with the scope `health:read`.
     */
    get: operations['health.show'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/model-catalog': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List models for whoever calls them
     * @description What each can do, what it costs, and which of your own tokens may call it, or why none may. For admins, admin tokens with the scope `models:read`, and members for what is theirs.
     */
    get: operations['modelCatalog.list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/model-catalog/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Show a model to whoever calls it
     * @description For admins, admin tokens with the scope `models:read`, and members for what is theirs.
     */
    get: operations['modelCatalog.show'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/models': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List models
     * @description Every model that a channel serves by name, or that something was set for. For admins, admin tokens with the scope `models:read`.
     */
    get: operations['models.list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/models/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Show a model
     * @description For admins, admin tokens with the scope `models:read`.
     */
    get: operations['models.show'];
    /**
     * Set what holds for a model
     * @description Its price, where else to try, and how it is routed. Replaces all that was set before. For admins, admin tokens with the scope `models:write`.
     */
    put: operations['models.set'];
    post?: never;
    /**
     * Take away what was set for a model
     * @description Channels go on serving it, by what is built in. For admins, admin tokens with the scope `models:write`.
     */
    delete: operations['models.unset'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/models/{id}/changes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List what was changed about a model
     * @description Entries of the audit log, newest first: changes of its settings, of the config file, and updates of the catalogue that changed what is known of it. Of an entry that tells of many models only the lines of this one. For admins, admin tokens with the scope `audit:read`.
     */
    get: operations['models.listChanges'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/owners': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List owners of tokens
     * @description Everybody who has a token, can sign in, or is named in the config file, by name. For admins, admin tokens with the scope `tokens:read`.
     */
    get: operations['owners.list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/owners/{name}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Show an owner of tokens
     * @description For admins, admin tokens with the scope `tokens:read`.
     */
    get: operations['owners.show'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Limit an owner of tokens
     * @description What all of its tokens may use together. Only what is given changes; null takes a limit away. One that nobody has heard of yet may be limited, too. For admins, admin tokens with the scope `tokens:write`.
     */
    patch: operations['owners.limit'];
    trace?: never;
  };
  '/api/playground/token': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Get a token for the playground
     * @description Good for an hour, and no longer than the session: signing out ends it. It may use what the person may use, and is in no list of tokens. For users who have signed in.
     */
    post: operations['playground.issue'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/providers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List providers
     * @description What a channel can lead to, and what has to be known of an account there. For admins, admin tokens with the scope `channels:read`.
     */
    get: operations['providers.list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/requests': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List requests
     * @description For as long as single requests are kept. A request appears once it has ended. For admins, admin tokens with the scope `requests:read`, and members for what is theirs.
     */
    get: operations['requests.list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/requests.csv': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Requests, as CSV
     * @description Those that the list has under the same filters and in the same order, at most 100,000: for more, ask again with the `started_at` of the last as `to`. For admins, admin tokens with the scope `requests:read`, and members for what is theirs.
     */
    get: operations['requestExports.csv'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/requests.ndjson': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Requests, as lines of JSON
     * @description Those that the list has under the same filters and in the same order, at most 100,000: for more, ask again with the `started_at` of the last as `to`. For admins, admin tokens with the scope `requests:read`, and members for what is theirs.
     */
    get: operations['requestExports.ndjson'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/requests/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Show a request with its attempts
     * @description For admins, admin tokens with the scope `requests:read`, and members for what is theirs.
     */
    get: operations['requests.show'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/requests/{id}/content': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read what a request asked and was answered
     * @description Kept where its token says `store_content`. Every look leaves an entry in the audit log. For admins, admin tokens with the scope `contents:read`, and members for what is theirs.
     */
    get: operations['requestContent.show'];
    put?: never;
    post?: never;
    /**
     * Delete what a request asked and was answered
     * @description Before its time. What the request used and cost stays. For admins, admin tokens with the scope `contents:write`.
     */
    delete: operations['requestContent.delete'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/requests/count': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Count requests
     * @description How many the list has on all its pages, as far as that is quickly told. For admins, admin tokens with the scope `requests:read`, and members for what is theirs.
     */
    get: operations['requests.count'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/search': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Find anything by its name or id
     * @description Members find what is their own, and models. At most 5 of each kind are given. For users who have signed in.
     */
    get: operations['search.find'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/session': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Who am I
     * @description For whoever is known here.
     */
    get: operations['session.show'];
    put?: never;
    /**
     * Sign in
     * @description Answers a session cookie. For anybody.
     */
    post: operations['session.signIn'];
    /**
     * Sign out
     * @description For users who have signed in.
     */
    delete: operations['session.signOut'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/session/limits': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What may I use
     * @description What an administrator has set for all of your tokens together. For users who have signed in.
     */
    get: operations['session.showLimits'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/session/password': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Change the password
     * @description Ends all sessions of the user, and answers a new session cookie. For users who have signed in.
     */
    post: operations['session.changePassword'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Sign out everywhere
     * @description Ends all sessions of the user. For users who have signed in.
     */
    delete: operations['session.signOutEverywhere'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/settings': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Show the settings
     * @description For admins, admin tokens with the scope `settings:read`.
     */
    get: operations['settings.show'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change settings
     * @description Only what is given changes; null brings back what is usual. It counts at once, everywhere. For admins, admin tokens with the scope `settings:write`.
     */
    patch: operations['settings.change'];
    trace?: never;
  };
  '/api/tasks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List video tasks
     * @description For admins, admin tokens with the scope `tasks:read`, and members for what is theirs.
     */
    get: operations['tasks.list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/tasks/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Show a video task
     * @description For admins, admin tokens with the scope `tasks:read`, and members for what is theirs.
     */
    get: operations['tasks.show'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/tasks/{id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel a video task
     * @description One that an upstream is working on ends a little later. For admins, admin tokens with the scope `tasks:write`, and members for what is theirs.
     */
    post: operations['tasks.cancel'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/tasks/{id}/content': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the video of a video task
     * @description For as long as it is kept; also in part, by a Range header. For admins, admin tokens with the scope `tasks:read`, and members for what is theirs.
     */
    get: operations['tasks.content'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    /**
     * Describe the video of a video task
     * @description For admins, admin tokens with the scope `tasks:read`, and members for what is theirs.
     */
    head: operations['tasks.describeContent'];
    patch?: never;
    trace?: never;
  };
  '/api/tasks/{id}/retry': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Repeat a video task
     * @description Makes a new task from the request of one that has failed. It costs what a new one costs. For admins, admin tokens with the scope `tasks:write`, and members for what is theirs.
     */
    post: operations['tasks.retry'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/tokens': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List API tokens
     * @description For admins, admin tokens with the scope `tokens:read`, and members for what is theirs.
     */
    get: operations['tokens.list'];
    put?: never;
    /**
     * Create an API token
     * @description The answer holds its key, which is never shown again. For admins, admin tokens with the scope `tokens:write`, and members for what is theirs.
     */
    post: operations['tokens.create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/tokens/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Show an API token
     * @description For admins, admin tokens with the scope `tokens:read`, and members for what is theirs.
     */
    get: operations['tokens.show'];
    put?: never;
    post?: never;
    /**
     * Revoke an API token
     * @description For good. It stays in the list. For admins, admin tokens with the scope `tokens:write`, and members for what is theirs.
     */
    delete: operations['tokens.revoke'];
    options?: never;
    head?: never;
    /**
     * Change an API token
     * @description Only what is given changes; null takes a setting away. For admins, admin tokens with the scope `tokens:write`, and members for what is theirs.
     */
    patch: operations['tokens.change'];
    trace?: never;
  };
  '/api/tokens/{id}/old-key': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * End the old key of an API token
     * @description The key that the last rotation replaced is refused from now on. For admins, admin tokens with the scope `tokens:write`, and members for what is theirs.
     */
    delete: operations['tokens.endOldKey'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/tokens/{id}/rotate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Give an API token a new key
     * @description The answer holds the new key, which is never shown again. The key until now can still be used for a while; the one before it, if there is one, ends at once. For admins, admin tokens with the scope `tokens:write`, and members for what is theirs.
     */
    post: operations['tokens.rotate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/usage': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What was used
     * @description Sums by the minute (of at most 6 hours), the hour or the day, or one for all (of at most 400 days). For admins, admin tokens with the scope `usage:read`, and members for what is theirs.
     */
    get: operations['usage.report'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/usage.csv': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What was used, as CSV
     * @description A header, and a line for each sum. For admins, admin tokens with the scope `usage:read`, and members for what is theirs.
     */
    get: operations['usage.csv'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/users': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List users
     * @description In the order of their e-mail addresses, where no other is asked for. For admins, admin tokens with the scope `users:read`.
     */
    get: operations['users.list'];
    put?: never;
    /**
     * Create a user
     * @description Without a password the answer holds one that is never shown again. For admins, admin tokens with the scope `users:write`.
     */
    post: operations['users.create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/users/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Show a user
     * @description For admins, admin tokens with the scope `users:read`.
     */
    get: operations['users.show'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change a user
     * @description Whoever is given another role has to sign in again. Whoever is no admin any more, or disabled, loses all admin tokens that they have made. There is always an admin left. For admins, admin tokens with the scope `users:write`.
     */
    patch: operations['users.change'];
    trace?: never;
  };
  '/api/users/{id}/reset-password': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Reset the password of a user
     * @description Ends all of their sessions. The answer holds a password to sign in with and to change then. For admins, admin tokens with the scope `users:write`.
     */
    post: operations['users.resetPassword'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/users/{id}/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List where a user is signed in
     * @description For admins, admin tokens with the scope `users:read`.
     */
    get: operations['userSessions.list'];
    put?: never;
    post?: never;
    /**
     * Sign a user out everywhere
     * @description For admins, admin tokens with the scope `users:write`.
     */
    delete: operations['userSessions.endAll'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/webhook-deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List webhook deliveries
     * @description Newest first, where no other order is asked for. For admins, admin tokens with the scope `webhooks:read`, and members for what is theirs.
     */
    get: operations['webhookDeliveries.list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/webhook-deliveries/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Show a webhook delivery
     * @description For admins, admin tokens with the scope `webhooks:read`, and members for what is theirs.
     */
    get: operations['webhookDeliveries.show'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/webhook-deliveries/{id}/replay': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a webhook again
     * @description Whatever has become of it. The receiver gets it under the same id. For admins, admin tokens with the scope `webhooks:write`, and members for what is theirs.
     */
    post: operations['webhookDeliveries.replay'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    AccountModelView: {
      /** @description What it can be called for. */
      capabilities: (
        | 'chat'
        | 'completions'
        | 'responses'
        | 'embeddings'
        | 'images'
        | 'speech'
        | 'transcription'
        | 'rerank'
        | 'moderation'
        | 'realtime'
        | 'video'
      )[];
      /** @description Prompt and answer together, in tokens; null where it is not known. */
      context: number | null;
      id: string;
      /** @description How its maker calls it, where that is known. */
      label: string | null;
      /** @description null where nobody knows. */
      price: components['schemas']['EffectivePriceView'] | null;
      /** @description Whether most people would want it. */
      suggested: boolean;
    };
    ActorView: {
      id: string;
      /** @enum {string} */
      kind: 'user' | 'admin-token' | 'operator' | 'schedule' | 'anonymous';
      /** @description As it was then. */
      name: string;
    };
    AdminTokenView: {
      /** Format: date-time */
      created_at: string;
      /** @description Who made it. */
      created_by: string;
      /** Format: date-time */
      expires_at: string | null;
      /** Format: uuid */
      id: string;
      /**
       * @description The end of its key.
       * @example …x7Qa
       */
      key_hint: string;
      /** Format: date-time */
      last_used_at: string | null;
      name: string;
      /** Format: date-time */
      revoked_at: string | null;
      scopes: (
        | '*'
        | 'users:read'
        | 'users:write'
        | 'admin-tokens:read'
        | 'admin-tokens:write'
        | 'tokens:read'
        | 'tokens:write'
        | 'channels:read'
        | 'channels:write'
        | 'models:read'
        | 'models:write'
        | 'tasks:read'
        | 'tasks:write'
        | 'requests:read'
        | 'requests:write'
        | 'contents:read'
        | 'contents:write'
        | 'usage:read'
        | 'usage:write'
        | 'webhooks:read'
        | 'webhooks:write'
        | 'settings:read'
        | 'settings:write'
        | 'config:read'
        | 'config:write'
        | 'audit:read'
        | 'audit:write'
        | 'health:read'
        | 'health:write'
      )[];
      /** @enum {string} */
      status: 'active' | 'expired' | 'revoked';
    };
    ApiKeyView: {
      /**
       * @description The end of the key.
       * @example …x7Qa
       */
      hint: string;
      /** @description Why it is not healthy. */
      reason: string | null;
      /**
       * Format: date-time
       * @description Since when it is not.
       */
      since: string | null;
      /**
       * @description probe: the next request finds out whether it works again; cooling: it wants a rest; ejected: it is broken; refused: the upstream refuses the key.
       * @enum {string}
       */
      status: 'healthy' | 'probe' | 'cooling' | 'ejected' | 'refused';
      /**
       * Format: date-time
       * @description When it is tried again.
       */
      until: string | null;
    };
    AttemptView: {
      channel: string;
      code: number | null;
      /** Format: date-time */
      sent_at: string;
      /** Format: date-time */
      undone_at: string | null;
      /** @description Why it came to nothing; null where it did not. */
      undone_by: string | null;
      upstream_model: string | null;
    };
    AuditEntryView: {
      /** @example token.create */
      action: string;
      actor: components['schemas']['ActorView'];
      /** @description Where it was done from. */
      address: string | null;
      /** Format: date-time */
      at: string;
      /** @description By field: `from` and `to`, or "changed" where it is a secret. */
      changes: {
        [key: string]: unknown;
      };
      /** @description SHA-256 over the entry and the hash of the one before it, in hex. */
      hash: string;
      request_id: string | null;
      /** @description Counts from 1, without a gap. */
      seq: number;
      subject: components['schemas']['SubjectView'];
    };
    AuditFaultView: {
      /** @description The number of the entry. */
      seq: number;
      /** @description What is wrong with it. */
      what: string;
    };
    AuditReportView: {
      /** @description How many were checked. */
      entries: number;
      faults: components['schemas']['AuditFaultView'][];
      /** @description The last entry: to be kept elsewhere, and sent along the next time. */
      head: string;
    };
    AuthMemberView: {
      help: string | null;
      /** @example Role */
      label: string;
      /**
       * @description What it is called within `auth`.
       * @example role_arn
       */
      name: string;
      /**
       * @description `secret` and `json`, which is one of many lines, are never shown again.
       * @enum {string}
       */
      type: 'url' | 'text' | 'secret' | 'json';
    };
    AuthView: {
      /** @description Those that are secret, and not shown. */
      hidden_members: string[];
      /** @description Those that may be shown. */
      members: {
        [key: string]: string;
      };
      /** @enum {string} */
      type: 'aws' | 'google' | 'entra';
    };
    BacklogView: {
      /** @example video tasks */
      name: string;
      /** @description What is not finished. */
      open: number;
      /** @description How long the oldest has waited that nobody has taken. */
      overdue_seconds: number | null;
    };
    BudgetInput: {
      /**
       * @description For good, or in every day or month (UTC).
       * @enum {string}
       */
      period?: 'total' | 'daily' | 'monthly';
      usd: number;
    };
    BudgetSettings: {
      /**
       * @description For good, or in every day or month (UTC).
       * @enum {string}
       */
      period?: 'total' | 'daily' | 'monthly';
      usd: number;
    };
    BudgetsSettings: {
      /** @description Whether tokens with a budget may use models that nobody knows the price of. */
      allow_unpriced_models?: boolean | null;
      /** @description What everybody together may spend. */
      global?: components['schemas']['BudgetSettings'] | null;
    };
    BudgetView: {
      /** @enum {string} */
      period: 'total' | 'daily' | 'monthly';
      usd: number;
    };
    CatalogModelView: {
      /** @description What it can be called for. */
      capabilities: (
        | 'chat'
        | 'completions'
        | 'responses'
        | 'embeddings'
        | 'images'
        | 'speech'
        | 'transcription'
        | 'rerank'
        | 'moderation'
        | 'realtime'
        | 'video'
      )[];
      /** @description Tokens of prompt and answer together; null where it is not known. */
      context: number | null;
      id: string;
      /** @description Tokens of the answer; null where it is not known. */
      max_output: number | null;
      /** @description What it costs; null where nobody knows. */
      price: components['schemas']['PriceRates'] | null;
      /** @description Whether only the built-in sandbox serves it, in the place of a real model. */
      stand_in: boolean;
      /** @description Your own tokens that may call it. */
      usable_with: string[];
      /** @description Why you cannot call it now, and what to do; null where you can. */
      why_not: string | null;
    };
    ChangedTokenView: {
      allowed_ips: string[] | null;
      budget: components['schemas']['BudgetView'] | null;
      cache_ttl_seconds: number | null;
      concurrency: number | null;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      expires_at: string | null;
      /** Format: uuid */
      id: string;
      /**
       * @description The end of its key.
       * @example …x7Qa
       */
      key_hint: string;
      /** Format: date-time */
      last_used_at: string | null;
      models: string[] | null;
      name: string;
      /** @description The key before this one, while it can still be used. */
      old_key: components['schemas']['OldKeyView'] | null;
      /**
       * @description Where it was made. One of the playground is in no list.
       * @enum {string}
       */
      origin: 'file' | 'setup' | 'console' | 'playground';
      /** @description Where it was revoked against the config file, which then does not count. */
      override: components['schemas']['EntryOverrideView'] | null;
      owner: string | null;
      /** @description What all tokens of its owner may use together, too; null where nothing limits them. */
      owner_limits: components['schemas']['OwnerLimitsView'] | null;
      /** @description Whether it cannot be changed here: only the config file or the gateway itself can. */
      read_only: boolean;
      requests_per_day: number | null;
      rpm: number | null;
      /** @description All that was ever charged to it. */
      spent_usd: number;
      /** @enum {string} */
      status: 'active' | 'expired' | 'revoked';
      /** @description Null where nothing of what its requests say is kept. */
      store_content: components['schemas']['ContentSettings'] | null;
      tpm: number | null;
      /** Format: date-time */
      updated_at: string;
      webhook: components['schemas']['WebhookView'] | null;
      /** @description What calls are signed with, where it was made up. Shown only now. */
      webhook_secret?: string;
    };
    ChannelChangesInput: {
      /** @description All keys; used in turn. They are never shown again. */
      api_keys?: string[] | null;
      /** @description For providers that have it among their fields. */
      api_version?: string | null;
      /**
       * @description An identity in place of keys, for providers that have it among their fields. Of the same type, what is not named stays, and null takes a member away; secrets are never shown again. Without credentials it is the identity of the gateway's machine, which is used at the addresses of its cloud only.
       * @example {
       *       "type": "entra",
       *       "tenant_id": "contoso.example",
       *       "client_id": "00000000-0000-0000-0000-000000000000"
       *     }
       */
      auth?: {
        access_key_id?: string | null;
        /** @description Null takes it away. Only the config file can set it. */
        certificate_file?: string | null;
        client_id?: string | null;
        client_secret?: string | null;
        credentials?:
          | string
          | {
              [key: string]: unknown;
            }
          | null;
        /** @description Null takes it away. Only the config file can set it. */
        credentials_file?: string | null;
        role_arn?: string | null;
        secret_access_key?: string | null;
        session_token?: string | null;
        tenant_id?: string | null;
        token_url?: string | null;
        /** @enum {string} */
        type?: 'aws' | 'google' | 'entra';
      } | null;
      /**
       * @description What the provider’s own SDK takes as its base URL; its usual one where there is none.
       * @example https://api.openai.com/v1
       */
      base_url?: string | null;
      /** @description Whether requests cost what the upstream says that they do, where it says so; not if left out. */
      believe_upstream_cost?: boolean | null;
      enabled?: boolean | null;
      /** @description In place of what the provider is taken to speak. */
      formats?:
        | (
            | 'openai-chat'
            | 'openai-completions'
            | 'openai-responses'
            | 'anthropic-messages'
            | 'gemini-generate-content'
            | 'bedrock-converse'
            | 'cohere-chat'
            | 'openai-embeddings'
            | 'gemini-embed-content'
            | 'gemini-batch-embed-contents'
            | 'cohere-embeddings'
            | 'jina-embeddings'
            | 'vertex-embeddings'
            | 'bedrock-titan-embeddings'
            | 'bedrock-cohere-embeddings'
            | 'openai-images'
            | 'gemini-image'
            | 'gemini-imagen'
            | 'openai-image-edits'
            | 'openai-speech'
            | 'gemini-speech'
            | 'openai-transcriptions'
            | 'gemini-transcription'
            | 'openai-audio-translations'
            | 'jina-rerank'
            | 'cohere-rerank'
            | 'bedrock-rerank'
            | 'openai-moderations'
            | 'chat-judge'
            | 'openai-realtime'
            | 'openai-realtime-beta'
          )[]
        | null;
      /**
       * @description Sent with every request. Those that are not named stay; null takes one away.
       * @example {
       *       "x-team": "a"
       *     }
       */
      headers?: {
        [key: string]: string | null;
      } | null;
      /** @description For providers that have it among their fields. */
      location?: string | null;
      /** @description The most requests at a time. */
      max_concurrency?: number | null;
      /** @description The most connections to its address that one process uses; 10000 if left out. */
      max_connections?: number | null;
      /**
       * @description Public ids, or such together with what the upstream calls them.
       * @example [
       *       "gpt-5-mini",
       *       {
       *         "id": "fast",
       *         "upstream": "gpt-5-nano"
       *       }
       *     ]
       */
      models?: (
        | string
        | {
            id: string;
            upstream?: string;
          }
      )[];
      name?: string;
      /** @description Higher is tried first. */
      priority?: number | null;
      /** @description For providers that have it among their fields. */
      project?: string | null;
      /** @description Whether conversations that are translated for an Anthropic model get cache breakpoints; they do if left out. */
      prompt_caching?: boolean | null;
      /**
       * @description The id of a provider: `GET /api/providers` lists them.
       * @example openai
       */
      provider?: string;
      /** @description For providers that have it among their fields. */
      region?: string | null;
      /** @description Whether requests in the format of the service are rid of what their models refuse; they go on as they came if left out. */
      repair?: boolean | null;
      timeouts?: components['schemas']['TimeoutsInput'] | null;
      /** @description Share among equals. */
      weight?: number | null;
    };
    ChannelCheckInput: {
      /** @description All keys; used in turn. They are never shown again. */
      api_keys?: string[] | null;
      /** @description For providers that have it among their fields. */
      api_version?: string | null;
      /**
       * @description An identity in place of keys, for providers that have it among their fields. Of the same type, what is not named stays, and null takes a member away; secrets are never shown again. Without credentials it is the identity of the gateway's machine, which is used at the addresses of its cloud only.
       * @example {
       *       "type": "entra",
       *       "tenant_id": "contoso.example",
       *       "client_id": "00000000-0000-0000-0000-000000000000"
       *     }
       */
      auth?: {
        access_key_id?: string | null;
        /** @description Null takes it away. Only the config file can set it. */
        certificate_file?: string | null;
        client_id?: string | null;
        client_secret?: string | null;
        credentials?:
          | string
          | {
              [key: string]: unknown;
            }
          | null;
        /** @description Null takes it away. Only the config file can set it. */
        credentials_file?: string | null;
        role_arn?: string | null;
        secret_access_key?: string | null;
        session_token?: string | null;
        tenant_id?: string | null;
        token_url?: string | null;
        /** @enum {string} */
        type?: 'aws' | 'google' | 'entra';
      } | null;
      /**
       * @description What the provider’s own SDK takes as its base URL; its usual one where there is none.
       * @example https://api.openai.com/v1
       */
      base_url?: string | null;
      /** @description Whether requests cost what the upstream says that they do, where it says so; not if left out. */
      believe_upstream_cost?: boolean | null;
      enabled?: boolean | null;
      /** @description In place of what the provider is taken to speak. */
      formats?:
        | (
            | 'openai-chat'
            | 'openai-completions'
            | 'openai-responses'
            | 'anthropic-messages'
            | 'gemini-generate-content'
            | 'bedrock-converse'
            | 'cohere-chat'
            | 'openai-embeddings'
            | 'gemini-embed-content'
            | 'gemini-batch-embed-contents'
            | 'cohere-embeddings'
            | 'jina-embeddings'
            | 'vertex-embeddings'
            | 'bedrock-titan-embeddings'
            | 'bedrock-cohere-embeddings'
            | 'openai-images'
            | 'gemini-image'
            | 'gemini-imagen'
            | 'openai-image-edits'
            | 'openai-speech'
            | 'gemini-speech'
            | 'openai-transcriptions'
            | 'gemini-transcription'
            | 'openai-audio-translations'
            | 'jina-rerank'
            | 'cohere-rerank'
            | 'bedrock-rerank'
            | 'openai-moderations'
            | 'chat-judge'
            | 'openai-realtime'
            | 'openai-realtime-beta'
          )[]
        | null;
      /**
       * @description Sent with every request. Those that are not named stay; null takes one away.
       * @example {
       *       "x-team": "a"
       *     }
       */
      headers?: {
        [key: string]: string | null;
      } | null;
      /** @description For providers that have it among their fields. */
      location?: string | null;
      /** @description The most requests at a time. */
      max_concurrency?: number | null;
      /** @description The most connections to its address that one process uses; 10000 if left out. */
      max_connections?: number | null;
      /**
       * @description Where they are known already; otherwise the account is asked which it has.
       * @example [
       *       "gpt-5-mini",
       *       {
       *         "id": "fast",
       *         "upstream": "gpt-5-nano"
       *       }
       *     ]
       */
      models?: (
        | string
        | {
            id: string;
            upstream?: string;
          }
      )[];
      name?: string;
      /** @description Higher is tried first. */
      priority?: number | null;
      /** @description For providers that have it among their fields. */
      project?: string | null;
      /** @description Whether conversations that are translated for an Anthropic model get cache breakpoints; they do if left out. */
      prompt_caching?: boolean | null;
      /**
       * @description The id of a provider: `GET /api/providers` lists them.
       * @example openai
       */
      provider: string;
      /** @description For providers that have it among their fields. */
      region?: string | null;
      /** @description Whether requests in the format of the service are rid of what their models refuse; they go on as they came if left out. */
      repair?: boolean | null;
      timeouts?: components['schemas']['TimeoutsInput'] | null;
      /** @description Share among equals. */
      weight?: number | null;
    };
    ChannelCheckView: {
      /** @description The model that a first message costs least with. */
      first_model: string | null;
      /** @description What the account has, the suggested ones first; empty where the service has no such list. */
      models: components['schemas']['AccountModelView'][];
      /**
       * @description works: the service took the account; fails: `test` tells why not; unknown: it has no small request that would tell; invalid: nothing was asked, because of `problems`.
       * @enum {string}
       */
      outcome: 'works' | 'fails' | 'unknown' | 'invalid';
      /** @description Everything that is wrong with the settings. */
      problems: components['schemas']['FieldProblemView'][];
      /** @description What was asked, and what came of it. */
      test: components['schemas']['ChannelTestView'] | null;
      /** @description How many the account has, where `models` does not have them all. */
      total_models: number;
    };
    ChannelHealthStatusView: {
      /** @description What to do about it. */
      advice: string | null;
      /** @description Requests that the answering process has there; null where it serves none. */
      in_flight: number | null;
      /** @description The last fault of the upstream in 24 hours. */
      last_error: components['schemas']['LastErrorView'] | null;
      models: components['schemas']['ModelHealthStatusView'][];
      /** @description Why it is not healthy, in words. */
      reason: string | null;
      /**
       * Format: date-time
       * @description Since when it is not.
       */
      since: string | null;
      /**
       * @description By its last tests and requests. not_tested: nothing was asked of it since it was set up or changed; degraded: a part of it fails; failing: all of it does, or what was asked of it last.
       * @enum {string}
       */
      status: 'not_tested' | 'healthy' | 'degraded' | 'failing';
    };
    ChannelHealthView: {
      /** @description What to do about it. */
      advice: string | null;
      id: string;
      impairments: components['schemas']['ImpairmentView'][];
      name: string;
      /** @description Why it is not healthy, in words. */
      reason: string | null;
      /**
       * Format: date-time
       * @description Since when it is not.
       */
      since: string | null;
      /** @enum {string} */
      status: 'not_tested' | 'healthy' | 'impaired' | 'disabled';
    };
    ChannelModelView: {
      id: string;
      upstream: string;
    };
    ChannelTestInput: {
      /** @description A model of this channel; the first that can be asked cheaply where it is left out. */
      model?: string;
    };
    ChannelTestView: {
      /** @description What to do about it. */
      advice: string | null;
      duration_ms: number;
      /**
       * @description The setting that is probably wrong.
       * @example api_keys
       */
      field: string | null;
      /** @description How it was asked; `models` where only the list of them was read, `video` where for one that does not exist. */
      format: string | null;
      /** @description What happened. */
      message: string;
      /** @description The model that was asked. */
      model: string | null;
      ok: boolean;
      /** @description The status that the upstream answered with, where it answered. */
      status: number | null;
    };
    ChannelView: {
      /** @description Never the keys themselves. */
      api_keys: components['schemas']['ApiKeyView'][];
      api_version: string | null;
      /** @description Who it is, where it has no keys. */
      auth: components['schemas']['AuthView'] | null;
      /** Format: uri */
      base_url: string | null;
      /** @description Whether requests cost what the upstream says that they do, where it says so. */
      believe_upstream_cost: boolean;
      /** Format: date-time */
      created_at: string;
      enabled: boolean;
      formats:
        | (
            | 'openai-chat'
            | 'openai-completions'
            | 'openai-responses'
            | 'anthropic-messages'
            | 'gemini-generate-content'
            | 'bedrock-converse'
            | 'cohere-chat'
            | 'openai-embeddings'
            | 'gemini-embed-content'
            | 'gemini-batch-embed-contents'
            | 'cohere-embeddings'
            | 'jina-embeddings'
            | 'vertex-embeddings'
            | 'bedrock-titan-embeddings'
            | 'bedrock-cohere-embeddings'
            | 'openai-images'
            | 'gemini-image'
            | 'gemini-imagen'
            | 'openai-image-edits'
            | 'openai-speech'
            | 'gemini-speech'
            | 'openai-transcriptions'
            | 'gemini-transcription'
            | 'openai-audio-translations'
            | 'jina-rerank'
            | 'cohere-rerank'
            | 'bedrock-rerank'
            | 'openai-moderations'
            | 'chat-judge'
            | 'openai-realtime'
            | 'openai-realtime-beta'
          )[]
        | null;
      headers: {
        [key: string]: string;
      };
      /** @description What all processes know of it. */
      health: components['schemas']['ChannelHealthStatusView'];
      /** @description Headers whose values are credentials, and not shown. */
      hidden_headers: string[];
      /** Format: uuid */
      id: string;
      location: string | null;
      max_concurrency: number | null;
      /** @description To its address, from one process; null stands for 10000. */
      max_connections: number | null;
      models: components['schemas']['ChannelModelView'][];
      name: string;
      /**
       * @description Where it was made.
       * @enum {string}
       */
      origin: 'file' | 'setup' | 'console';
      /** @description Where it was switched against the config file, which then does not count. */
      override: components['schemas']['EntryOverrideView'] | null;
      priority: number;
      project: string | null;
      /** @description Whether conversations that are translated for an Anthropic model get cache breakpoints. */
      prompt_caching: boolean;
      /** @description The id of a provider: `GET /api/providers` lists them. */
      provider: string;
      /** @description Whether only the config file can change it; it can be switched off and on all the same. */
      read_only: boolean;
      region: string | null;
      /** @description Whether requests in the format of the service are rid of what their models refuse. */
      repair: boolean;
      timeouts: components['schemas']['TimeoutsView'];
      /** Format: date-time */
      updated_at: string;
      weight: number;
    };
    ConfigAppliedView: {
      changes: components['schemas']['ConfigChangeView'][];
      /** @description Null where none was ever applied. */
      current: components['schemas']['ConfigGenerationView'] | null;
      dry_run: boolean;
      /** @description Those that were given a key. */
      issued_tokens: components['schemas']['ConfigTokenView'][];
      /** @description What was switched against the file, and has not been cleared. */
      overrides: components['schemas']['ListedOverrideView'][];
      /** @description Why it would not be applied as it is. */
      refusal: components['schemas']['ConfigRefusalView'] | null;
    };
    ConfigApplyInput: {
      /** @description Also where it disables more than may happen by accident. */
      allow_disable?: boolean;
      /** @description Also a file whose generation is not higher than the one that counts. */
      allow_older?: boolean;
      /** @description What the file says under `channels`, `tokens`, `owners` and `models`, with values in the place of `${NAME}`, and its `generation`. */
      config: Record<string, never>;
      /** @description Change nothing, and say what would change. */
      dry_run?: boolean;
      /** @description Of whoever runs a command beside the database: the machine and path of the file. */
      place?: string;
    };
    ConfigChangeView: {
      /**
       * @description adopted: it is as it was, but the file declares it now.
       * @enum {string}
       */
      change: 'created' | 'changed' | 'adopted' | 'enabled' | 'disabled';
      /** @description The names of what is different. */
      fields: string[];
      /** @enum {string} */
      kind: 'channel' | 'model' | 'owner' | 'token';
      name: string;
      /** @description By field, `from` what `to` what; of a secret only that it is another one: `changed`. */
      values: Record<string, never>;
    };
    ConfigDiffInput: {
      /** @description What the file says under `channels`, `tokens`, `owners` and `models`, with values in the place of `${NAME}`, and its `generation`. */
      config: Record<string, never>;
      /** @description Of whoever runs a command beside the database: the machine and path of the file. */
      place?: string;
    };
    ConfigDiffView: {
      changes: components['schemas']['ConfigChangeView'][];
      /** @description Null where none was ever applied. */
      current: components['schemas']['ConfigGenerationView'] | null;
      /** @description What was switched against the file, and has not been cleared. */
      overrides: components['schemas']['ListedOverrideView'][];
      /** @description Why it would not be applied as it is. */
      refusal: components['schemas']['ConfigRefusalView'] | null;
    };
    ConfigExportView: {
      /** @description Lists of entries by section, and `settings` by path. */
      additions: Record<string, never>;
      /** @description What these have to hold, where it was asked for. */
      secrets?: Record<string, never>;
      /** @description The environment variables that they name. */
      variables: string[];
    };
    ConfigGenerationView: {
      /** Format: date-time */
      applied_at: string;
      applied_by: string;
      /** @description The one that the file names, or else one more than the last. */
      generation: number;
      /** @description Of the entries that the file declares. */
      hash: string;
      /**
       * @description How it came.
       * @enum {string}
       */
      source: 'start' | 'command' | 'api';
    };
    ConfigRefusalView: {
      /** @description What would be disabled. */
      disabled: string[];
      message: string;
      /**
       * @description conflict: it names the generation that counts, and declares something else.
       * @enum {string}
       */
      reason: 'older' | 'conflict' | 'disables';
    };
    ConfigStateView: {
      /** @description Null where none was ever applied. */
      current: components['schemas']['ConfigGenerationView'] | null;
      /** @description What was switched against the file, and has not been cleared. */
      overrides: components['schemas']['ListedOverrideView'][];
    };
    ConfigTokenView: {
      /** @description The key itself. It is shown only now. */
      key: string;
      name: string;
    };
    ContentMessageView: {
      /** @enum {string} */
      role: 'system' | 'user' | 'assistant' | 'tool';
      text: string;
    };
    ContentSettings: {
      /** @description After so many days it is deleted. */
      ttl_days: number;
    };
    CostLineView: {
      amount: number;
      cost_usd: number;
      /**
       * @description What was charged for; `upstream` where its word was taken for the cost.
       * @example cached_input
       */
      dimension: string;
      /** @example 1000000 */
      per: number;
      /** @description What so many of it cost as `per` says. */
      unit_price_usd: number;
    };
    CountsView: {
      audio_input_tokens: number | null;
      audio_output_tokens: number | null;
      audio_seconds: number | null;
      /** @description Those of `cache_write_tokens` that are kept for an hour. */
      cache_write_1h_tokens: number | null;
      cache_write_tokens: number | null;
      cached_input_tokens: number | null;
      characters: number | null;
      /** @description Containers that the model ran code in. */
      code_sessions: number | null;
      image_input_tokens: number | null;
      image_output_tokens: number | null;
      images: number | null;
      input_tokens: number | null;
      output_tokens: number | null;
      reasoning_tokens: number | null;
      search_units: number | null;
      video_seconds: number | null;
      /** @description Searches of the web that the model made. */
      web_searches: number | null;
    };
    DatabaseHealthView: {
      latency_ms: number | null;
      /** @description Whether its tables are those of this version. */
      migrated: boolean | null;
      /** @description Why it is out of reach. */
      problem: string | null;
      reachable: boolean;
    };
    EffectivePriceView: {
      /**
       * Format: date
       * @description The day it was read.
       */
      as_of: string | null;
      /**
       * @description Who says so.
       * @enum {string}
       */
      origin: 'built-in' | 'file' | 'console';
      rates: components['schemas']['PriceRates'];
      /** @description The page that a built-in price was read off. */
      source: string | null;
      /** @description As it stands beside what was charged by it. */
      version: string;
    };
    EntryOverrideView: {
      /** @description What the config file says. */
      declared: boolean;
      /** @description What counts until the override is cleared. */
      enabled: boolean;
      /** Format: date-time */
      set_at: string;
      /** @description Who has switched it. */
      set_by: string;
    };
    FactSourceView: {
      /**
       * Format: date
       * @description The day it was read.
       */
      as_of: string | null;
      /**
       * @description The facts that it says.
       * @enum {string}
       */
      group: 'modalities' | 'limits' | 'parameters' | 'reasoning' | 'price' | 'dates';
      /**
       * Format: uri
       * @description null where the configuration says so.
       */
      url: string | null;
    };
    FieldProblemView: {
      /**
       * @description The setting that is wrong.
       * @example base_url
       */
      field: string;
      /** @description What is wrong with it. */
      message: string;
    };
    FileView: {
      duration_seconds: number | null;
      /** Format: date-time */
      expires_at: string;
      height: number | null;
      size_bytes: number;
      /**
       * Format: uri
       * @description Whoever has it can read the video.
       */
      url: string;
      width: number | null;
    };
    FoundView: {
      /** @description What tells it from others of its kind. */
      detail: string | null;
      /** @description What it is looked up by. */
      id: string;
      /** @enum {string} */
      kind: 'token' | 'model' | 'channel' | 'user' | 'owner' | 'request' | 'task';
      /** @description What it is called. */
      label: string;
    };
    HealthView: {
      channels: components['schemas']['ChannelHealthView'][] | null;
      database: components['schemas']['DatabaseHealthView'];
      /** @description What somebody should look into. */
      problems: string[];
      queue: components['schemas']['QueueHealthView'] | null;
      /**
       * @description `down`: nothing works. `degraded`: somebody should look into it.
       * @enum {string}
       */
      status: 'ok' | 'degraded' | 'down';
      /** @description Of the process that answers. */
      uptime_seconds: number;
      /** @description Null where the answering process serves no requests. */
      usage: components['schemas']['UsageHealthView'] | null;
      version: string;
      workers: components['schemas']['WorkersHealthView'] | null;
    };
    ImpairmentView: {
      reason: string;
      /** @enum {string} */
      state: 'open' | 'cooling' | 'key-refused';
      /** Format: date-time */
      until: string;
      /** @description The model there that it is about; null where it is a key. */
      upstream_model: string | null;
    };
    IssuedAdminTokenView: {
      /** Format: date-time */
      created_at: string;
      /** @description Who made it. */
      created_by: string;
      /** Format: date-time */
      expires_at: string | null;
      /** Format: uuid */
      id: string;
      /**
       * @description The key itself. It is shown only now.
       * @example mgat_…
       */
      key: string;
      /**
       * @description The end of its key.
       * @example …x7Qa
       */
      key_hint: string;
      /** Format: date-time */
      last_used_at: string | null;
      name: string;
      /** Format: date-time */
      revoked_at: string | null;
      scopes: (
        | '*'
        | 'users:read'
        | 'users:write'
        | 'admin-tokens:read'
        | 'admin-tokens:write'
        | 'tokens:read'
        | 'tokens:write'
        | 'channels:read'
        | 'channels:write'
        | 'models:read'
        | 'models:write'
        | 'tasks:read'
        | 'tasks:write'
        | 'requests:read'
        | 'requests:write'
        | 'contents:read'
        | 'contents:write'
        | 'usage:read'
        | 'usage:write'
        | 'webhooks:read'
        | 'webhooks:write'
        | 'settings:read'
        | 'settings:write'
        | 'config:read'
        | 'config:write'
        | 'audit:read'
        | 'audit:write'
        | 'health:read'
        | 'health:write'
      )[];
      /** @enum {string} */
      status: 'active' | 'expired' | 'revoked';
    };
    IssuedTokenView: {
      allowed_ips: string[] | null;
      budget: components['schemas']['BudgetView'] | null;
      cache_ttl_seconds: number | null;
      concurrency: number | null;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      expires_at: string | null;
      /** Format: uuid */
      id: string;
      /**
       * @description The key itself. It is shown only now.
       * @example sk-mg-…
       */
      key: string;
      /**
       * @description The end of its key.
       * @example …x7Qa
       */
      key_hint: string;
      /** Format: date-time */
      last_used_at: string | null;
      models: string[] | null;
      name: string;
      /** @description The key before this one, while it can still be used. */
      old_key: components['schemas']['OldKeyView'] | null;
      /**
       * @description Where it was made. One of the playground is in no list.
       * @enum {string}
       */
      origin: 'file' | 'setup' | 'console' | 'playground';
      /** @description Where it was revoked against the config file, which then does not count. */
      override: components['schemas']['EntryOverrideView'] | null;
      owner: string | null;
      /** @description What all tokens of its owner may use together, too; null where nothing limits them. */
      owner_limits: components['schemas']['OwnerLimitsView'] | null;
      /** @description Whether it cannot be changed here: only the config file or the gateway itself can. */
      read_only: boolean;
      requests_per_day: number | null;
      rpm: number | null;
      /** @description All that was ever charged to it. */
      spent_usd: number;
      /** @enum {string} */
      status: 'active' | 'expired' | 'revoked';
      /** @description Null where nothing of what its requests say is kept. */
      store_content: components['schemas']['ContentSettings'] | null;
      tpm: number | null;
      /** Format: date-time */
      updated_at: string;
      webhook: components['schemas']['WebhookView'] | null;
      /** @description What calls are signed with, where it was made up. Shown only now. */
      webhook_secret?: string;
    };
    KeptAnswerView: {
      /** @description JSON in the format of the endpoint, unless it was cut off. Media are named by type and size. */
      body: string;
      /** @description False where the answer broke off, or the client left. */
      complete: boolean;
      /** @description Whether it is more than is kept. */
      cut_off: boolean;
      /** @description What was sent, before anything was taken out. */
      size_bytes: number;
    };
    KeptSideView: {
      /** @description JSON in the format of the endpoint, unless it was cut off. Media are named by type and size. */
      body: string;
      /** @description Whether it is more than is kept. */
      cut_off: boolean;
      /** @description What was sent, before anything was taken out. */
      size_bytes: number;
    };
    KnownLimitsView: {
      /** @description Prompt and answer together. */
      context: number | null;
      /** @description The prompt alone, where that is less. */
      input: number | null;
      /** @description The answer. */
      output: number | null;
    };
    KnownModalitiesView: {
      input: ('text' | 'image' | 'audio' | 'video' | 'pdf')[];
      output: ('text' | 'image' | 'audio' | 'video' | 'pdf')[];
    };
    KnownModelView: {
      family: string | null;
      /** @description The name of the model in the catalogue. */
      id: string;
      /** @enum {string} */
      kind:
        | 'chat'
        | 'completion'
        | 'embedding'
        | 'rerank'
        | 'speech'
        | 'transcription'
        | 'realtime'
        | 'image'
        | 'video'
        | 'moderation';
      label: string | null;
      /** @description In tokens; null where it is not known. */
      limits: components['schemas']['KnownLimitsView'] | null;
      /** @description What goes in and out; null where it is not known. */
      modalities: components['schemas']['KnownModalitiesView'] | null;
      /** @description Which fields of a conversation it takes; one that is in no list is not known. */
      parameters: components['schemas']['KnownParametersView'] | null;
      /** @description What the catalogue says that it costs, also where another price was set. */
      price: components['schemas']['PriceRates'] | null;
      /** @description Whose model of that name it is. */
      provider: string;
      /** @description How it is told to reason; null where it is not known. */
      reasoning: components['schemas']['KnownReasoningView'] | null;
      /** Format: date */
      released: string | null;
      /**
       * Format: date
       * @description When the provider stops serving it.
       */
      retires: string | null;
      /** @description Who says so, for each group of facts. */
      sources: components['schemas']['FactSourceView'][];
    };
    KnownParametersView: {
      /** @description Two of which it takes one. */
      exclusive: (
        | 'temperature'
        | 'top_p'
        | 'top_k'
        | 'presence_penalty'
        | 'frequency_penalty'
        | 'seed'
        | 'logprobs'
        | 'stop_sequences'
        | 'choice_count'
        | 'tools'
        | 'tool_choice'
        | 'allows_parallel_calls'
        | 'output_format'
        | 'service_tier'
        | 'verbosity'
        | 'user_id'
        | 'metadata'
        | 'prompt_cache_key'
        | 'reasoning'
        | 'web_search'
      )[];
      refused: (
        | 'temperature'
        | 'top_p'
        | 'top_k'
        | 'presence_penalty'
        | 'frequency_penalty'
        | 'seed'
        | 'logprobs'
        | 'stop_sequences'
        | 'choice_count'
        | 'tools'
        | 'tool_choice'
        | 'allows_parallel_calls'
        | 'output_format'
        | 'service_tier'
        | 'verbosity'
        | 'user_id'
        | 'metadata'
        | 'prompt_cache_key'
        | 'reasoning'
        | 'web_search'
      )[];
      /** @description Refused unless it does not reason. */
      refused_while_reasoning: (
        | 'temperature'
        | 'top_p'
        | 'top_k'
        | 'presence_penalty'
        | 'frequency_penalty'
        | 'seed'
        | 'logprobs'
        | 'stop_sequences'
        | 'choice_count'
        | 'tools'
        | 'tool_choice'
        | 'allows_parallel_calls'
        | 'output_format'
        | 'service_tier'
        | 'verbosity'
        | 'user_id'
        | 'metadata'
        | 'prompt_cache_key'
        | 'reasoning'
        | 'web_search'
      )[];
      taken: (
        | 'temperature'
        | 'top_p'
        | 'top_k'
        | 'presence_penalty'
        | 'frequency_penalty'
        | 'seed'
        | 'logprobs'
        | 'stop_sequences'
        | 'choice_count'
        | 'tools'
        | 'tool_choice'
        | 'allows_parallel_calls'
        | 'output_format'
        | 'service_tier'
        | 'verbosity'
        | 'user_id'
        | 'metadata'
        | 'prompt_cache_key'
        | 'reasoning'
        | 'web_search'
      )[];
    };
    KnownReasoningView: {
      /** @description Whether it decides by itself how long to reason. */
      adaptive: boolean | null;
      can_be_turned_off: boolean | null;
      efforts: ('none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max')[] | null;
      /** @description The largest. */
      max_budget: number | null;
      /** @description The smallest budget in tokens. */
      min_budget: number | null;
      off_by_default: boolean | null;
    };
    LastErrorView: {
      /**
       * Format: date-time
       * @description When the request began.
       */
      at: string;
      /** @description What went wrong, in words. */
      error: string;
      /**
       * @description A kind of error.
       * @example upstream-overloaded
       */
      outcome: string;
      /** @description The request that met with it. */
      request_id: string;
      upstream_model: string;
      upstream_status: number | null;
    };
    ListedOverrideView: {
      /** @description What the config file says. */
      declared: boolean;
      /** @description What counts until the override is cleared. */
      enabled: boolean;
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      kind: 'channel' | 'token';
      name: string;
      /** Format: date-time */
      set_at: string;
      /** @description Who has switched it. */
      set_by: string;
    };
    MediaSettings: {
      /** @description How long generated files are kept. */
      retention_days?: number | null;
    };
    MemberLimits: {
      budget?: components['schemas']['BudgetInput'] | null;
      /** @description Requests at a time. */
      concurrency?: number | null;
      /** @description How many tokens at a time. */
      max_tokens?: number | null;
      /**
       * @description The models that each of them may use.
       * @example [
       *       "gpt-*"
       *     ]
       */
      models?: string[] | null;
      requests_per_day?: number | null;
      /** @description Requests per minute. */
      rpm?: number | null;
      /** @description Tokens per minute. */
      tpm?: number | null;
    };
    MembersSettings: {
      /** @description What one member may spend. */
      budget?: components['schemas']['BudgetSettings'] | null;
      /** @description Requests at a time, of all tokens of one member together. */
      concurrency?: number | null;
      /** @description How many tokens a member may have at a time. */
      max_tokens?: number | null;
      /**
       * @description The models that tokens of members may use.
       * @example [
       *       "gpt-*"
       *     ]
       */
      models?: string[] | null;
      /** @description Requests per day, of all tokens of one member together. */
      requests_per_day?: number | null;
      /** @description Requests per minute, of all tokens of one member together. */
      rpm?: number | null;
      /** @description Tokens per minute, of all tokens of one member together. */
      tpm?: number | null;
    };
    ModelChannelView: {
      /** @description A UUID, but for channels that are built in. */
      id: string;
      /** @description What the catalogue knows of the model that it calls; null where nothing. */
      known: components['schemas']['KnownModelView'] | null;
      name: string;
      /** @description What it costs there. */
      price: components['schemas']['EffectivePriceView'] | null;
      priority: number;
      /** @description The id of a provider: `GET /api/providers` lists them. */
      provider: string;
      /** @description Why it is not healthy. */
      reason: string | null;
      /**
       * Format: date-time
       * @description Since when it is not.
       */
      since: string | null;
      /**
       * @description probe: the next request finds out whether it works again; cooling: it wants a rest; ejected: it is broken; refused: the upstream refuses the key.
       * @enum {string}
       */
      status: 'healthy' | 'probe' | 'cooling' | 'ejected' | 'refused';
      /**
       * Format: date-time
       * @description When it is tried again.
       */
      until: string | null;
      upstream_model: string;
      weight: number;
    };
    ModelHealthStatusView: {
      /** @description Why it is not healthy. */
      reason: string | null;
      /**
       * Format: date-time
       * @description Since when it is not.
       */
      since: string | null;
      /**
       * @description probe: the next request finds out whether it works again; cooling: it wants a rest; ejected: it is broken; refused: the upstream refuses the key.
       * @enum {string}
       */
      status: 'healthy' | 'probe' | 'cooling' | 'ejected' | 'refused';
      /**
       * Format: date-time
       * @description When it is tried again.
       */
      until: string | null;
      upstream_model: string;
    };
    ModelSettingsInput: {
      /** @description What it may be called for; all that its channels can where there is no list. */
      capabilities?:
        | (
            | 'chat'
            | 'completions'
            | 'responses'
            | 'embeddings'
            | 'images'
            | 'speech'
            | 'transcription'
            | 'rerank'
            | 'moderation'
            | 'realtime'
            | 'video'
          )[]
        | null;
      /** @description How long a video may take. */
      deadline_minutes?: number | null;
      /** @description Other models to try where every channel of this one fails. */
      fallbacks?: string[] | null;
      /** @description When a second channel is raced for the first token. */
      hedge_ms?: number | null;
      /** @description Counts before every price that is known otherwise. */
      price?: components['schemas']['PriceRates'] | null;
      /** @description Has realtime sessions with it held by the gateway; what differs from the general settings. */
      realtime?: components['schemas']['RealtimeSettings'] | null;
      /** @enum {string|null} */
      strategy?: 'priority' | 'latency' | 'cost' | null;
      /** @description How long it is waited for, each in the place of what its channels say. */
      timeouts?: components['schemas']['ModelTimeouts'] | null;
    };
    ModelSettingsView: {
      capabilities:
        | (
            | 'chat'
            | 'completions'
            | 'responses'
            | 'embeddings'
            | 'images'
            | 'speech'
            | 'transcription'
            | 'rerank'
            | 'moderation'
            | 'realtime'
            | 'video'
          )[]
        | null;
      deadline_minutes: number | null;
      fallbacks: string[] | null;
      hedge_ms: number | null;
      price: components['schemas']['PriceRates'] | null;
      realtime: components['schemas']['RealtimeSettings'] | null;
      /** @enum {string|null} */
      strategy: 'priority' | 'latency' | 'cost' | null;
      timeouts: components['schemas']['ModelTimeouts'] | null;
    };
    ModelTimeouts: {
      /** @description Until the first event of a stream. */
      first_byte_ms?: number | null;
      /** @description The longest silence in a stream. */
      idle_ms?: number | null;
      /** @description For an answer that is not streamed. */
      whole_ms?: number | null;
    };
    ModelView: {
      /** @description What it is for. Requests for anything else are refused by what is set alone. */
      capabilities: (
        | 'chat'
        | 'completions'
        | 'responses'
        | 'embeddings'
        | 'images'
        | 'speech'
        | 'transcription'
        | 'rerank'
        | 'moderation'
        | 'realtime'
        | 'video'
      )[];
      /**
       * @description Who says so: what is set here, the provider, the catalogue of models, or its name. `default`: nobody, so it is taken for a chat model.
       * @enum {string}
       */
      capabilities_from: 'settings' | 'provider' | 'catalogue' | 'name' | 'default';
      /** @description Who serves it, highest priority first. */
      channels: components['schemas']['ModelChannelView'][];
      id: string;
      /**
       * @description Where that was set.
       * @enum {string|null}
       */
      origin: 'file' | 'setup' | 'console' | null;
      /** @description What it costs at the first of its channels; null where nobody knows. */
      price: components['schemas']['EffectivePriceView'] | null;
      /** @description Whether only the config file can change that. */
      read_only: boolean;
      /** @description Whether a channel that is in use serves it. */
      served: boolean;
      /** @description What was set for it; null where nothing. */
      settings: components['schemas']['ModelSettingsView'] | null;
      /** @description Whether only the built-in sandbox serves it, in the place of a real model. */
      stand_in: boolean;
      /**
       * Format: date-time
       * @description When that was set.
       */
      updated_at: string | null;
    };
    ModerationSettings: {
      /** @enum {string} */
      action?: 'block' | 'flag';
      /** @example omni-moderation-latest */
      model: string;
    };
    NewAdminTokenInput: {
      /**
       * Format: date-time
       * @description From then on it is refused.
       */
      expires_at?: string | null;
      name: string;
      /**
       * @description What it may do: `*` is everything. Nobody can give more than they have.
       * @example [
       *       "tokens:read",
       *       "tokens:write"
       *     ]
       */
      scopes: (
        | '*'
        | 'users:read'
        | 'users:write'
        | 'admin-tokens:read'
        | 'admin-tokens:write'
        | 'tokens:read'
        | 'tokens:write'
        | 'channels:read'
        | 'channels:write'
        | 'models:read'
        | 'models:write'
        | 'tasks:read'
        | 'tasks:write'
        | 'requests:read'
        | 'requests:write'
        | 'contents:read'
        | 'contents:write'
        | 'usage:read'
        | 'usage:write'
        | 'webhooks:read'
        | 'webhooks:write'
        | 'settings:read'
        | 'settings:write'
        | 'config:read'
        | 'config:write'
        | 'audit:read'
        | 'audit:write'
        | 'health:read'
        | 'health:write'
      )[];
    };
    NewChannelInput: {
      /** @description All keys; used in turn. They are never shown again. */
      api_keys?: string[] | null;
      /** @description For providers that have it among their fields. */
      api_version?: string | null;
      /**
       * @description An identity in place of keys, for providers that have it among their fields. Of the same type, what is not named stays, and null takes a member away; secrets are never shown again. Without credentials it is the identity of the gateway's machine, which is used at the addresses of its cloud only.
       * @example {
       *       "type": "entra",
       *       "tenant_id": "contoso.example",
       *       "client_id": "00000000-0000-0000-0000-000000000000"
       *     }
       */
      auth?: {
        access_key_id?: string | null;
        /** @description Null takes it away. Only the config file can set it. */
        certificate_file?: string | null;
        client_id?: string | null;
        client_secret?: string | null;
        credentials?:
          | string
          | {
              [key: string]: unknown;
            }
          | null;
        /** @description Null takes it away. Only the config file can set it. */
        credentials_file?: string | null;
        role_arn?: string | null;
        secret_access_key?: string | null;
        session_token?: string | null;
        tenant_id?: string | null;
        token_url?: string | null;
        /** @enum {string} */
        type?: 'aws' | 'google' | 'entra';
      } | null;
      /**
       * @description What the provider’s own SDK takes as its base URL; its usual one where there is none.
       * @example https://api.openai.com/v1
       */
      base_url?: string | null;
      /** @description Whether requests cost what the upstream says that they do, where it says so; not if left out. */
      believe_upstream_cost?: boolean | null;
      enabled?: boolean | null;
      /** @description In place of what the provider is taken to speak. */
      formats?:
        | (
            | 'openai-chat'
            | 'openai-completions'
            | 'openai-responses'
            | 'anthropic-messages'
            | 'gemini-generate-content'
            | 'bedrock-converse'
            | 'cohere-chat'
            | 'openai-embeddings'
            | 'gemini-embed-content'
            | 'gemini-batch-embed-contents'
            | 'cohere-embeddings'
            | 'jina-embeddings'
            | 'vertex-embeddings'
            | 'bedrock-titan-embeddings'
            | 'bedrock-cohere-embeddings'
            | 'openai-images'
            | 'gemini-image'
            | 'gemini-imagen'
            | 'openai-image-edits'
            | 'openai-speech'
            | 'gemini-speech'
            | 'openai-transcriptions'
            | 'gemini-transcription'
            | 'openai-audio-translations'
            | 'jina-rerank'
            | 'cohere-rerank'
            | 'bedrock-rerank'
            | 'openai-moderations'
            | 'chat-judge'
            | 'openai-realtime'
            | 'openai-realtime-beta'
          )[]
        | null;
      /**
       * @description Sent with every request. Those that are not named stay; null takes one away.
       * @example {
       *       "x-team": "a"
       *     }
       */
      headers?: {
        [key: string]: string | null;
      } | null;
      /** @description For providers that have it among their fields. */
      location?: string | null;
      /** @description The most requests at a time. */
      max_concurrency?: number | null;
      /** @description The most connections to its address that one process uses; 10000 if left out. */
      max_connections?: number | null;
      /**
       * @description Public ids, or such together with what the upstream calls them.
       * @example [
       *       "gpt-5-mini",
       *       {
       *         "id": "fast",
       *         "upstream": "gpt-5-nano"
       *       }
       *     ]
       */
      models: (
        | string
        | {
            id: string;
            upstream?: string;
          }
      )[];
      name: string;
      /** @description Higher is tried first. */
      priority?: number | null;
      /** @description For providers that have it among their fields. */
      project?: string | null;
      /** @description Whether conversations that are translated for an Anthropic model get cache breakpoints; they do if left out. */
      prompt_caching?: boolean | null;
      /**
       * @description The id of a provider: `GET /api/providers` lists them.
       * @example openai
       */
      provider: string;
      /** @description For providers that have it among their fields. */
      region?: string | null;
      /** @description Whether requests in the format of the service are rid of what their models refuse; they go on as they came if left out. */
      repair?: boolean | null;
      timeouts?: components['schemas']['TimeoutsInput'] | null;
      /** @description Share among equals. */
      weight?: number | null;
    };
    NewTokenInput: {
      /**
       * @description The addresses that it may be used from.
       * @example [
       *       "10.0.0.0/8"
       *     ]
       */
      allowed_ips?: string[] | null;
      budget?: components['schemas']['BudgetInput'] | null;
      /** @description The short way to say a budget for good. */
      budget_usd?: number | null;
      /** @description How long answers are kept for equal requests. */
      cache_ttl_seconds?: number | null;
      /** @description Requests at a time. */
      concurrency?: number | null;
      /**
       * Format: date-time
       * @description From then on it is refused.
       */
      expires_at?: string | null;
      /**
       * @description The models that it may use; all where there is no list.
       * @example [
       *       "gpt-*"
       *     ]
       */
      models?: string[] | null;
      name: string;
      /** @description Tokens of one owner see each other’s stored things. */
      owner?: string | null;
      requests_per_day?: number | null;
      /** @description Requests per minute. */
      rpm?: number | null;
      /** @description Keeps what its requests ask and what they are answered, sealed. Only for admins to set. */
      store_content?: components['schemas']['ContentSettings'] | null;
      /** @description Tokens per minute. */
      tpm?: number | null;
      webhook?: components['schemas']['WebhookInput'] | null;
    };
    NewUserInput: {
      /** @example ann@example.com */
      email: string;
      /** @description Without one it is made up, and has to be changed at the first sign-in. */
      password?: string;
      /** @enum {string} */
      role: 'admin' | 'member';
    };
    OldKeyView: {
      /**
       * @description The end of it.
       * @example …x7Qa
       */
      hint: string;
      /**
       * Format: date-time
       * @description From then on it is refused.
       */
      valid_until: string;
    };
    OwnerLimitsInput: {
      budget?: components['schemas']['BudgetInput'] | null;
      /** @description Requests at a time. */
      concurrency?: number | null;
      requests_per_day?: number | null;
      /** @description Requests per minute. */
      rpm?: number | null;
      /** @description Tokens per minute. */
      tpm?: number | null;
    };
    OwnerLimitsView: {
      budget: components['schemas']['BudgetView'] | null;
      /** @description Requests at a time. */
      concurrency: number | null;
      /** @description The models that each of them may use; null where that is any. */
      models: string[] | null;
      requests_per_day: number | null;
      /** @description Requests per minute. */
      rpm: number | null;
      /** @description Tokens per minute. */
      tpm: number | null;
    };
    OwnerUserView: {
      disabled: boolean;
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      role: 'admin' | 'member';
    };
    OwnerView: {
      /** @description Those that can be used. */
      active_tokens: number;
      /** @description What all of its tokens may use together; null where nothing limits them. */
      limits: components['schemas']['OwnerLimitsView'] | null;
      /** @description As tokens name it: an e-mail address of a user, or any other name. */
      name: string;
      tokens: number;
      /** @description Who that is, where it is a user. */
      user: components['schemas']['OwnerUserView'] | null;
    };
    OwnLimitsView: {
      /** @description How many you have. */
      active_tokens: number;
      /** @description How many active tokens you may have; null where any number. */
      max_tokens: number | null;
      /** @description What all of your tokens may use together; null where nothing limits them. */
      together: components['schemas']['OwnerLimitsView'] | null;
    };
    PasswordChangeInput: {
      /** @description The password until now. */
      current: string;
      /** @description The new one. */
      new: string;
    };
    PlaygroundTokenView: {
      /**
       * Format: date-time
       * @description Asked for again before this, it lasts longer; it never outlasts the session.
       */
      expires_at: string;
      /** @description An API token. Every page of one session gets the same one. */
      key: string;
      /** @description Whose limits and budget count, and to whom requests are put down. */
      owner: string;
    };
    PoliciesSettings: {
      max_choices?: number | null;
      /** @description The largest image that can be asked for. */
      max_image_size?: string | null;
      max_output_tokens?: number | null;
      max_video_seconds?: number | null;
      /** @description The largest video that can be asked for. */
      max_video_size?: string | null;
      /** @description Who judges requests before they go on. */
      moderation?: components['schemas']['ModerationSettings'] | null;
      /** @description What is taken out of requests before they go on. */
      redact?: ('email' | 'card' | 'phone')[] | null;
    };
    PriceRates: {
      audio_input_per_m_tok?: number;
      audio_output_per_m_tok?: number;
      /** @description What tokens cost without hurry. */
      batch?: components['schemas']['TokenRates'];
      /** @description What the cache keeps for an hour. */
      cache_write_1h_per_m_tok?: number;
      cache_write_per_m_tok?: number;
      cached_input_per_m_tok?: number;
      /** @description Those of the service tier "fast", which fast mode is as well; else those of "priority". */
      fast?: components['schemas']['TokenRates'];
      /** @description Those of the service tier "flex"; else those of a batch. */
      flex?: components['schemas']['TokenRates'];
      /**
       * @description How many times the usual price of tokens is paid where the upstream says that it ran there.
       * @example {
       *       "us": 1.1
       *     }
       */
      geo_factors?: Record<string, never>;
      image_input_per_m_tok?: number;
      image_output_per_m_tok?: number;
      input_per_m_tok?: number;
      output_per_m_tok?: number;
      /** @description A container that the model runs code in. */
      per_code_session?: number;
      /**
       * @description An amount in USD, or a map of such by size, with a default.
       * @example {
       *       "default": 0.04,
       *       "1024x1024": 0.02
       *     }
       */
      per_image?: Record<string, never>;
      /** @description A million characters. */
      per_m_char?: number;
      per_minute_audio?: number;
      per_request?: number;
      per_search?: number;
      /** @description A request in which the model searched the web, however often. */
      per_searched_request?: number;
      /**
       * @description An amount in USD, or a map of such by size, with a default.
       * @example {
       *       "default": 0.04,
       *       "1024x1024": 0.02
       *     }
       */
      per_second_video?: Record<string, never>;
      /** @description A search of the web that the model makes by itself. */
      per_web_search?: number;
      /** @description Those of the service tier "priority". */
      priority?: components['schemas']['TokenRates'];
      /** @description Reasoning, where it costs something else than other output. */
      reasoning_per_m_tok?: number;
      tiers?: components['schemas']['PriceTier'][];
    };
    PriceTier: {
      /** @description The rates of requests with more input than that. */
      above_input_tokens: number;
      /** @description What the cache keeps for an hour. */
      cache_write_1h_per_m_tok?: number;
      cache_write_per_m_tok?: number;
      cached_input_per_m_tok?: number;
      input_per_m_tok?: number;
      output_per_m_tok?: number;
      /** @description Reasoning, where it costs something else than other output. */
      reasoning_per_m_tok?: number;
    };
    ProviderFieldView: {
      /**
       * @description The type of `auth` that it takes.
       * @enum {string|null}
       */
      auth_type: 'aws' | 'google' | 'entra' | null;
      /** @description What counts where it is left empty. */
      default: string | null;
      help: string | null;
      /** @example Base URL */
      label: string;
      /** @description What `auth` may say; empty for every other field. */
      members: components['schemas']['AuthMemberView'][];
      /**
       * @description The setting of a channel that it becomes.
       * @example base_url
       */
      name: string;
      required: boolean;
      /**
       * @description `secrets`: one or several that are never shown again. `auth`: an identity in place of them, with its members.
       * @enum {string}
       */
      type: 'url' | 'text' | 'secrets' | 'auth';
    };
    ProvidersView: {
      data: components['schemas']['ProviderView'][];
    };
    ProviderView: {
      /** @description Beside the name and the models. */
      fields: components['schemas']['ProviderFieldView'][];
      /** @description The wire formats that it speaks. */
      formats: (
        | 'openai-chat'
        | 'openai-completions'
        | 'openai-responses'
        | 'anthropic-messages'
        | 'gemini-generate-content'
        | 'bedrock-converse'
        | 'cohere-chat'
        | 'openai-embeddings'
        | 'gemini-embed-content'
        | 'gemini-batch-embed-contents'
        | 'cohere-embeddings'
        | 'jina-embeddings'
        | 'vertex-embeddings'
        | 'bedrock-titan-embeddings'
        | 'bedrock-cohere-embeddings'
        | 'openai-images'
        | 'gemini-image'
        | 'gemini-imagen'
        | 'openai-image-edits'
        | 'openai-speech'
        | 'gemini-speech'
        | 'openai-transcriptions'
        | 'gemini-transcription'
        | 'openai-audio-translations'
        | 'jina-rerank'
        | 'cohere-rerank'
        | 'bedrock-rerank'
        | 'openai-moderations'
        | 'chat-judge'
        | 'openai-realtime'
        | 'openai-realtime-beta'
      )[];
      /**
       * @description Where people look for it. `own` is a server of one’s own, `built-in` a part of this gateway.
       * @enum {string}
       */
      group: 'popular' | 'clouds' | 'services' | 'video' | 'own' | 'built-in';
      /**
       * @description What a channel names it by.
       * @example azure-openai
       */
      id: string;
      /** @example Azure OpenAI */
      label: string;
      /** @description Whether it can be asked which models an account has. */
      lists_models: boolean;
      /**
       * @description What it can be asked for.
       * @example [
       *       "chat",
       *       "embeddings",
       *       "video"
       *     ]
       */
      operations: string[];
      /** @description Models to begin with; `*` at the end matches a prefix. */
      usual_models: string[];
    };
    QueueHealthView: {
      /**
       * @description `postgres`: it lives in the database itself.
       * @enum {string}
       */
      backend: 'redis' | 'postgres';
      backlog: components['schemas']['BacklogView'][];
      /** @description Why it is out of reach. */
      problem: string | null;
      /** @description Null where the answering process cannot tell. */
      reachable: boolean | null;
    };
    QuotasSettings: {
      /** @description How many cached answers one owner may have; beyond that the oldest go. */
      cached_answers?: number | null;
      /** @description How many megabytes of cached answers one owner may have; beyond that the oldest go. */
      cached_answers_mb?: number | null;
      /** @description For how many idempotency keys the answers of one owner are kept; beyond that the oldest go. */
      idempotency_answers?: number | null;
      /** @description How many megabytes the answers under idempotency keys of one owner may take; beyond that the oldest go. */
      idempotency_answers_mb?: number | null;
      /** @description How many generated files one owner may have; beyond that new ones are refused. */
      media_files?: number | null;
      /** @description How many megabytes the generated files of one owner may take; beyond that new ones are refused. */
      media_mb?: number | null;
      /** @description How many stored responses one owner may have; beyond that the oldest go. */
      stored_responses?: number | null;
      /** @description How many megabytes of stored responses one owner may have; beyond that the oldest go. */
      stored_responses_mb?: number | null;
    };
    RealtimeSettings: {
      speech_model?: string | null;
      transcribe_model?: string | null;
      voice?: string | null;
    };
    RequestAttemptView: {
      channel: string;
      /** @description Null where there is no channel of this name any more. */
      channel_id: string | null;
      duration_ms: number;
      /** @description What went wrong, in words; null where nothing did. */
      error: string | null;
      /** @description Since it began; null where no answer came. */
      first_byte_ms: number | null;
      /** @description `ok`, a kind of error, or `called-off` where another one was faster. */
      outcome: string;
      /**
       * @description Why this one, and why then.
       * @example failover
       */
      reason: string | null;
      /** @description Since the request began; null where it was not written down. */
      started_after_ms: number | null;
      upstream_model: string;
      upstream_status: number | null;
    };
    RequestContentView: {
      /** @description Null where the client got nothing but an error. */
      answer: components['schemas']['KeptAnswerView'] | null;
      /** @description The words of the answer to a conversation. */
      answer_text: string | null;
      /**
       * Format: date-time
       * @description When it is deleted.
       */
      expires_at: string;
      format: string;
      /** @description The words of the request, whatever its format; empty where it was cut off. */
      messages: components['schemas']['ContentMessageView'][];
      model: string;
      operation: string;
      /** Format: date-time */
      recorded_at: string;
      request: components['schemas']['KeptSideView'];
      request_id: string;
      /** Format: uuid */
      token_id: string;
      token_name: string | null;
    };
    RequestCountView: {
      /** @description At most 10,000. Null where counting takes too long. */
      count: number | null;
      /** @description Whether there are more than `count` says. */
      has_more: boolean;
    };
    RequestDetailView: {
      attempts: components['schemas']['RequestAttemptView'][];
      cache_hit: boolean;
      /** @description The one that answered, or was tried last. */
      channel: string | null;
      channel_id: string | null;
      /**
       * Format: date-time
       * @description Until when what it asked and was answered is kept; null where it is not.
       */
      content_expires_at: string | null;
      /** @description What the cost is the sum of; empty where that cannot be told. */
      cost_lines: components['schemas']['CostLineView'][];
      /** @description Null where nobody knows the price. */
      cost_usd: number | null;
      duration_ms: number;
      /** @description What went wrong, in words; null where nothing did. */
      error: string | null;
      /** @description Whether the upstream never said what it used. */
      estimated: boolean;
      /** @description Until the first byte of the answer. */
      first_byte_ms: number | null;
      /** @description What moderation found. */
      flagged: string[];
      format: string;
      /** @description What the client got as `x-request-id`; for a video the id of its task. */
      id: string;
      /** @description What it costs by its price, where it was charged what the upstream said. */
      list_cost_usd: number | null;
      model: string;
      operation: string;
      /** @description `ok`, or a kind of error. */
      outcome: string;
      owner: string;
      /** @description What was asked for besides content, by the path of each parameter. */
      parameters: {
        [key: string]: string | number | boolean;
      };
      /** @description The version of the price that it was charged by. */
      price_version: string | null;
      /** @description The service tier that it was charged in, where that is not the usual one. */
      service_tier: string | null;
      /** @description The session of an agent, where the client named one. */
      session_id: string | null;
      /** Format: date-time */
      started_at: string;
      streamed: boolean;
      /** Format: uuid */
      token_id: string;
      token_name: string | null;
      /** @description What the upstream itself said that it costs. */
      upstream_cost_usd: number | null;
      upstream_model: string | null;
      usage: components['schemas']['CountsView'];
    };
    RequestView: {
      cache_hit: boolean;
      /** @description The one that answered, or was tried last. */
      channel: string | null;
      channel_id: string | null;
      /** @description Null where nobody knows the price. */
      cost_usd: number | null;
      duration_ms: number;
      /** @description Whether the upstream never said what it used. */
      estimated: boolean;
      /** @description Until the first byte of the answer. */
      first_byte_ms: number | null;
      /** @description What moderation found. */
      flagged: string[];
      format: string;
      /** @description What the client got as `x-request-id`; for a video the id of its task. */
      id: string;
      model: string;
      operation: string;
      /** @description `ok`, or a kind of error. */
      outcome: string;
      owner: string;
      /** @description The session of an agent, where the client named one. */
      session_id: string | null;
      /** Format: date-time */
      started_at: string;
      streamed: boolean;
      /** Format: uuid */
      token_id: string;
      token_name: string | null;
      upstream_model: string | null;
      usage: components['schemas']['CountsView'];
    };
    ResponsesSettings: {
      /** @description How long responses are kept that are stored from now on. */
      retention_days?: number | null;
      /** @description Whether responses are stored at all. */
      store?: boolean | null;
    };
    RotationInput: {
      /** @description How long the old key can still be used. 0 ends it at once. */
      grace_seconds?: number;
    };
    SandboxSettings: {
      /** @description Whether the built-in sandbox models are served. */
      enabled?: boolean | null;
    };
    SearchView: {
      /** @description At most 5 of each kind. */
      data: components['schemas']['FoundView'][];
    };
    SessionView: {
      /**
       * Format: uuid
       * @description The id of the user or the admin token.
       */
      id: string | null;
      /** @enum {string} */
      kind: 'user' | 'admin-token' | 'operator';
      /** @description Until that is done, the user can do nothing else. */
      must_change_password: boolean;
      /** @description The e-mail address of the user, or the name of the admin token. */
      name: string;
      /**
       * @description Of a user.
       * @enum {string|null}
       */
      role: 'admin' | 'member' | null;
      /** @description Of an admin token. */
      scopes:
        | (
            | '*'
            | 'users:read'
            | 'users:write'
            | 'admin-tokens:read'
            | 'admin-tokens:write'
            | 'tokens:read'
            | 'tokens:write'
            | 'channels:read'
            | 'channels:write'
            | 'models:read'
            | 'models:write'
            | 'tasks:read'
            | 'tasks:write'
            | 'requests:read'
            | 'requests:write'
            | 'contents:read'
            | 'contents:write'
            | 'usage:read'
            | 'usage:write'
            | 'webhooks:read'
            | 'webhooks:write'
            | 'settings:read'
            | 'settings:write'
            | 'config:read'
            | 'config:write'
            | 'audit:read'
            | 'audit:write'
            | 'health:read'
            | 'health:write'
          )[]
        | null;
    };
    SettingsInput: {
      budgets?: components['schemas']['BudgetsSettings'];
      media?: components['schemas']['MediaSettings'];
      members?: components['schemas']['MembersSettings'];
      policies?: components['schemas']['PoliciesSettings'];
      quotas?: components['schemas']['QuotasSettings'];
      responses?: components['schemas']['ResponsesSettings'];
      sandbox?: components['schemas']['SandboxSettings'];
      usage?: components['schemas']['UsageSettings'];
    };
    SettingSourceView: {
      /** @description Whether it can be changed here. */
      editable: boolean;
      /** @enum {string} */
      key:
        | 'sandbox.enabled'
        | 'usage.retention_days'
        | 'responses.store'
        | 'responses.retention_days'
        | 'media.retention_days'
        | 'quotas.stored_responses'
        | 'quotas.stored_responses_mb'
        | 'quotas.idempotency_answers'
        | 'quotas.idempotency_answers_mb'
        | 'quotas.cached_answers'
        | 'quotas.cached_answers_mb'
        | 'quotas.media_files'
        | 'quotas.media_mb'
        | 'budgets.global'
        | 'budgets.allow_unpriced_models'
        | 'members.max_tokens'
        | 'members.rpm'
        | 'members.tpm'
        | 'members.concurrency'
        | 'members.requests_per_day'
        | 'members.budget'
        | 'members.models'
        | 'policies.max_output_tokens'
        | 'policies.max_choices'
        | 'policies.max_image_size'
        | 'policies.max_video_size'
        | 'policies.max_video_seconds'
        | 'policies.moderation'
        | 'policies.redact';
      /**
       * @description What the file says can only be changed there.
       * @enum {string}
       */
      source: 'default' | 'file' | 'console';
      /**
       * Format: date-time
       * @description When it was set in the console.
       */
      updated_at: string | null;
    };
    SettingsView: {
      /** @description The path of the config file. */
      config_file: string | null;
      /** @description All settings as they would be if nobody had said anything. */
      defaults: components['schemas']['SettingsInput'];
      /** @description Where each of them comes from. */
      sources: components['schemas']['SettingSourceView'][];
      /** @description All settings as they count now. */
      values: components['schemas']['SettingsInput'];
    };
    SignInInput: {
      /** @example admin@localhost */
      email: string;
      password: string;
    };
    SubjectView: {
      id: string;
      /** @description As it was then. */
      name: string | null;
      /** @example token */
      type: string;
    };
    TaskDetailView: {
      /** @description Submissions that were sent to upstreams. */
      attempts: components['schemas']['AttemptView'][];
      /** Format: date-time */
      cancel_requested_at: string | null;
      /** @description Where it is made, or was. */
      channel: string | null;
      /** @description Null until it has ended, and where nobody knows. */
      cost_usd: number | null;
      /** Format: date-time */
      created_at: string;
      /**
       * Format: date-time
       * @description When it fails, if nothing else happens.
       */
      deadline_at: string;
      error: components['schemas']['TaskErrorView'] | null;
      /** @description The video, for as long as it is kept. */
      file: components['schemas']['FileView'] | null;
      /** Format: date-time */
      finished_at: string | null;
      /** @description Set aside when it was accepted. */
      held_usd: number;
      /** @example video_4f0c… */
      id: string;
      model: string;
      owner: string;
      /**
       * @description What is being done about it.
       * @example polling
       */
      phase: string;
      /** @description Percent. */
      progress: number;
      request: components['schemas']['VideoRequestView'];
      /** @description Tasks that repeat its request. */
      retried_as: string[];
      /** @description The task whose request it repeats. */
      retry_of: string | null;
      /** Format: date-time */
      started_at: string | null;
      /** @enum {string} */
      status: 'queued' | 'in_progress' | 'completed' | 'failed' | 'cancelled';
      /** @description Everything that happened to it. */
      timeline: components['schemas']['TimelineEntryView'][];
      /** Format: uuid */
      token_id: string;
      token_name: string | null;
      /** @description What the upstream calls it. */
      upstream_id: string | null;
      upstream_model: string | null;
      /** Format: uri */
      webhook_url: string | null;
    };
    TaskErrorView: {
      code: number;
      message: string;
    };
    TaskView: {
      /** Format: date-time */
      cancel_requested_at: string | null;
      /** @description Where it is made, or was. */
      channel: string | null;
      /** @description Null until it has ended, and where nobody knows. */
      cost_usd: number | null;
      /** Format: date-time */
      created_at: string;
      error: components['schemas']['TaskErrorView'] | null;
      /** Format: date-time */
      finished_at: string | null;
      /** @description Set aside when it was accepted. */
      held_usd: number;
      /** @example video_4f0c… */
      id: string;
      model: string;
      owner: string;
      /**
       * @description What is being done about it.
       * @example polling
       */
      phase: string;
      /** @description Percent. */
      progress: number;
      /** @description The task whose request it repeats. */
      retry_of: string | null;
      /** Format: date-time */
      started_at: string | null;
      /** @enum {string} */
      status: 'queued' | 'in_progress' | 'completed' | 'failed' | 'cancelled';
      /** Format: uuid */
      token_id: string;
      token_name: string | null;
      upstream_model: string | null;
    };
    TimelineEntryView: {
      /** Format: date-time */
      at: string;
      detail: Record<string, never> | null;
      from_phase: string | null;
      /** @example submitted */
      kind: string;
      to_phase: string;
    };
    TimeoutsInput: {
      connect_ms?: number | null;
      /** @description Until the first event of a stream; 300000 if left out. */
      first_byte_ms?: number | null;
      /** @description The longest silence in a stream; 300000 if left out. */
      idle_ms?: number | null;
      /** @description For an answer that is not streamed; 600000 if left out. */
      whole_ms?: number | null;
    };
    TimeoutsView: {
      connect_ms: number;
      first_byte_ms: number;
      idle_ms: number;
      whole_ms: number;
    };
    TokenChangesInput: {
      /**
       * @description The addresses that it may be used from.
       * @example [
       *       "10.0.0.0/8"
       *     ]
       */
      allowed_ips?: string[] | null;
      budget?: components['schemas']['BudgetInput'] | null;
      /** @description The short way to say a budget for good. */
      budget_usd?: number | null;
      /** @description How long answers are kept for equal requests. */
      cache_ttl_seconds?: number | null;
      /** @description Requests at a time. */
      concurrency?: number | null;
      /**
       * Format: date-time
       * @description From then on it is refused.
       */
      expires_at?: string | null;
      /**
       * @description The models that it may use; all where there is no list.
       * @example [
       *       "gpt-*"
       *     ]
       */
      models?: string[] | null;
      name?: string;
      /** @description Tokens of one owner see each other’s stored things. */
      owner?: string | null;
      requests_per_day?: number | null;
      /** @description Requests per minute. */
      rpm?: number | null;
      /** @description Keeps what its requests ask and what they are answered, sealed. Only for admins to set. */
      store_content?: components['schemas']['ContentSettings'] | null;
      /** @description Tokens per minute. */
      tpm?: number | null;
      webhook?: components['schemas']['WebhookInput'] | null;
    };
    TokenRates: {
      audio_input_per_m_tok?: number;
      audio_output_per_m_tok?: number;
      /** @description What the cache keeps for an hour. */
      cache_write_1h_per_m_tok?: number;
      cache_write_per_m_tok?: number;
      cached_input_per_m_tok?: number;
      image_input_per_m_tok?: number;
      image_output_per_m_tok?: number;
      input_per_m_tok?: number;
      output_per_m_tok?: number;
      /** @description Reasoning, where it costs something else than other output. */
      reasoning_per_m_tok?: number;
      tiers?: components['schemas']['PriceTier'][];
    };
    TokenView: {
      allowed_ips: string[] | null;
      budget: components['schemas']['BudgetView'] | null;
      cache_ttl_seconds: number | null;
      concurrency: number | null;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      expires_at: string | null;
      /** Format: uuid */
      id: string;
      /**
       * @description The end of its key.
       * @example …x7Qa
       */
      key_hint: string;
      /** Format: date-time */
      last_used_at: string | null;
      models: string[] | null;
      name: string;
      /** @description The key before this one, while it can still be used. */
      old_key: components['schemas']['OldKeyView'] | null;
      /**
       * @description Where it was made. One of the playground is in no list.
       * @enum {string}
       */
      origin: 'file' | 'setup' | 'console' | 'playground';
      /** @description Where it was revoked against the config file, which then does not count. */
      override: components['schemas']['EntryOverrideView'] | null;
      owner: string | null;
      /** @description What all tokens of its owner may use together, too; null where nothing limits them. */
      owner_limits: components['schemas']['OwnerLimitsView'] | null;
      /** @description Whether it cannot be changed here: only the config file or the gateway itself can. */
      read_only: boolean;
      requests_per_day: number | null;
      rpm: number | null;
      /** @description All that was ever charged to it. */
      spent_usd: number;
      /** @enum {string} */
      status: 'active' | 'expired' | 'revoked';
      /** @description Null where nothing of what its requests say is kept. */
      store_content: components['schemas']['ContentSettings'] | null;
      tpm: number | null;
      /** Format: date-time */
      updated_at: string;
      webhook: components['schemas']['WebhookView'] | null;
    };
    UpstreamModelsView: {
      data: components['schemas']['UpstreamModelView'][];
    };
    UpstreamModelView: {
      /** @description Whether the channel serves it already. */
      already_served: boolean;
      id: string;
    };
    UsageHealthView: {
      /** @description False while the disk takes nothing. */
      durable: boolean;
      /** @description Lost because disk and database were away for too long. */
      lost_events: number;
      /** @description Events of the answering process that the database does not have yet. */
      waiting_events: number;
    };
    UsageReportView: {
      data: components['schemas']['UsageSumView'][];
      /** Format: date-time */
      from: string;
      group_by: ('token' | 'owner' | 'model' | 'channel' | 'operation' | 'session')[];
      /** @enum {string} */
      interval: 'minute' | 'hour' | 'day' | 'total';
      /** Format: date-time */
      to: string;
    };
    UsageSettings: {
      /** @description How long every single request is kept; sums are kept for good. */
      retention_days?: number | null;
    };
    UsageSumView: {
      average_duration_ms: number | null;
      average_first_byte_ms: number | null;
      cache_hits: number;
      /** @description With `group_by=channel`. */
      channel?: string | null;
      /** @description Of all requests whose price is known. */
      cost_usd: number;
      /** @description Half took no longer. Null unless `latency` is asked for. */
      duration_p50_ms: number | null;
      /** @description 95 of 100 took no longer. Null unless `latency` is asked for. */
      duration_p95_ms: number | null;
      /** @description Requests that did not end well. */
      errors: number;
      /** @description Requests whose upstream never said what it used. */
      estimated_requests: number;
      /** @description Half were answered so far by then. Null unless `latency` is asked for. */
      first_byte_p50_ms: number | null;
      /** @description With `group_by=model`. */
      model?: string;
      /** @description With `group_by=operation`. */
      operation?: string;
      /** @description With `group_by=owner`. */
      owner?: string;
      /** @description With `group_by=owner`, where the owner is a token that has none: what that is called; null where it is gone. */
      owner_token_name?: string | null;
      requests: number;
      /** @description Requests that are not in the cost, because nobody knows their price. */
      requests_of_unknown_cost: number;
      /** @description With `group_by=session`; null is what belongs to none. */
      session_id?: string | null;
      /**
       * Format: date-time
       * @description When the minute, the hour, the day or the period begins.
       */
      starts_at: string;
      /**
       * Format: uuid
       * @description With `group_by=token`.
       */
      token_id?: string;
      /** @description With `group_by=token`. */
      token_name?: string | null;
      usage: components['schemas']['CountsView'];
    };
    UserChangesInput: {
      /** @description Whoever is disabled cannot sign in, and is signed out at once. */
      disabled?: boolean;
      /** @description Only what is given changes; null brings back what counts for every member. */
      limits?: components['schemas']['MemberLimits'];
      /** @enum {string} */
      role?: 'admin' | 'member';
    };
    UserSessionsView: {
      /** @description Newest first, at most 100. */
      data: components['schemas']['UserSessionView'][];
    };
    UserSessionView: {
      /** @description The IP address that it began at. */
      address: string;
      /**
       * Format: date-time
       * @description When somebody signed in.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it ends, however much it is used.
       */
      expires_at: string;
      /**
       * Format: date-time
       * @description When it was last used, to the minute.
       */
      last_seen_at: string;
      /** @description What the browser called itself. */
      user_agent: string;
    };
    UserView: {
      /** Format: date-time */
      created_at: string;
      disabled: boolean;
      /** Format: date-time */
      disabled_at: string | null;
      email: string;
      /** Format: uuid */
      id: string;
      /** Format: date-time */
      last_sign_in_at: string | null;
      /** @description What differs from what counts for every member (the settings under members). */
      limits: components['schemas']['MemberLimits'];
      /** @description Until that is done, the user can do nothing else. */
      must_change_password: boolean;
      /** @enum {string} */
      role: 'admin' | 'member';
      /** Format: date-time */
      updated_at: string;
    };
    UserWithPasswordView: {
      /** Format: date-time */
      created_at: string;
      disabled: boolean;
      /** Format: date-time */
      disabled_at: string | null;
      email: string;
      /** Format: uuid */
      id: string;
      /** Format: date-time */
      last_sign_in_at: string | null;
      /** @description What differs from what counts for every member (the settings under members). */
      limits: components['schemas']['MemberLimits'];
      /** @description Until that is done, the user can do nothing else. */
      must_change_password: boolean;
      /** @description To sign in with once, where it was made up. It is shown only now. */
      password?: string;
      /** @enum {string} */
      role: 'admin' | 'member';
      /** Format: date-time */
      updated_at: string;
    };
    VideoRequestView: {
      duration_seconds: number | null;
      /** @description The way in which it was asked for. */
      format: string | null;
      height: number | null;
      /** @description How many images came with it. */
      images: number;
      prompt: string;
      width: number | null;
    };
    WebhookDeliveryDetailView: {
      /** @description Since it began, or was last put back. */
      attempts: number;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      finished_at: string | null;
      /** @description What the receiver gets as `webhook-id`. */
      id: string;
      last_error: string | null;
      /** @description What the receiver answered last. */
      last_status: number | null;
      /**
       * Format: date-time
       * @description When it is tried again, while it is pending.
       */
      next_attempt_at: string | null;
      /** @description What the receiver is sent. */
      payload: Record<string, never>;
      /**
       * @description `dead`: given up after the last attempt.
       * @enum {string}
       */
      state: 'pending' | 'delivered' | 'dead';
      /** @description What it tells of: the id of a task. */
      subject: string;
      /**
       * Format: uuid
       * @description Null where it is the gateway’s own.
       */
      token_id: string | null;
      token_name: string | null;
      /** @example video.completed */
      type: string;
      /** Format: uri */
      url: string;
    };
    WebhookDeliveryView: {
      /** @description Since it began, or was last put back. */
      attempts: number;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      finished_at: string | null;
      /** @description What the receiver gets as `webhook-id`. */
      id: string;
      last_error: string | null;
      /** @description What the receiver answered last. */
      last_status: number | null;
      /**
       * Format: date-time
       * @description When it is tried again, while it is pending.
       */
      next_attempt_at: string | null;
      /**
       * @description `dead`: given up after the last attempt.
       * @enum {string}
       */
      state: 'pending' | 'delivered' | 'dead';
      /** @description What it tells of: the id of a task. */
      subject: string;
      /**
       * Format: uuid
       * @description Null where it is the gateway’s own.
       */
      token_id: string | null;
      token_name: string | null;
      /** @example video.completed */
      type: string;
      /** Format: uri */
      url: string;
    };
    WebhookInput: {
      /** @description What calls are signed with. Without one it is made up, and shown once. */
      secret?: string | null;
      /**
       * Format: uri
       * @description Called when something of the token is done.
       */
      url: string;
    };
    WebhookView: {
      /** @description Whether it has a secret of its own. */
      has_secret: boolean;
      /** Format: uri */
      url: string;
    };
    WorkersHealthView: {
      /** @description Those that the database has seen in the last half minute. */
      alive: number;
      /** Format: date-time */
      last_seen_at: string | null;
    };
  };
  responses: {
    /** @description What went wrong. */
    'anthropic-error': {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          error: {
            message: string;
            type: string;
          };
          request_id: string;
          /** @enum {string} */
          type: 'error';
        };
      };
    };
    /** @description What went wrong. */
    'cohere-error': {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          error: {
            code: string;
            message: string;
            /** @description The field at fault. */
            param: string | null;
            type: string;
          };
          message: string;
        };
      };
    };
    /** @description What went wrong. */
    'google-error': {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          error: {
            code: number;
            message: string;
            status: string;
          };
        };
      };
    };
    /** @description What went wrong. */
    'openai-error': {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          error: {
            code: string;
            message: string;
            /** @description The field at fault. */
            param: string | null;
            type: string;
          };
        };
      };
    };
  };
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  'adminTokens.list': {
    parameters: {
      query?: {
        /** @description The `next_cursor` of the page before. */
        cursor?: string;
        /** @description Whether those that were revoked are listed too. */
        include_revoked?: boolean;
        /** @description How many at most. */
        limit?: number;
        sort?: 'created_at' | '-created_at';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of the list. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['AdminTokenView'][];
            /** @description For the next page, if there is one. */
            next_cursor: string | null;
          };
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'adminTokens.create': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewAdminTokenInput'];
      };
    };
    responses: {
      /** @description Done. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IssuedAdminTokenView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'adminTokens.revoke': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AdminTokenView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'audit.list': {
    parameters: {
      query?: {
        action?: string;
        /** @description Only what was done by whoever has this id or name. */
        actor?: string;
        /** @description The `next_cursor` of the page before. */
        cursor?: string;
        /** @description From this moment on. */
        from?: string;
        /** @description How many at most. */
        limit?: number;
        sort?: 'at' | '-at';
        subject_id?: string;
        subject_type?: string;
        /** @description Up to this moment, and without it. */
        to?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of the list. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['AuditEntryView'][];
            /** @description For the next page, if there is one. */
            next_cursor: string | null;
          };
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'audit.verify': {
    parameters: {
      query?: {
        /** @description The `head` of an earlier answer: what was there then has to be there still. */
        head?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuditReportView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'channels.list': {
    parameters: {
      query?: {
        /** @description The `next_cursor` of the page before. */
        cursor?: string;
        /** @description Only those that are, or are not, in use. */
        enabled?: boolean;
        /** @description How many at most. */
        limit?: number;
        /** @description Only channels that list this model. */
        model?: string;
        /** @description The id of a provider: `GET /api/providers` lists them. */
        provider?: string;
        /** @description Only channels whose name contains this. */
        search?: string;
        sort?: 'name' | '-name' | 'created_at' | '-created_at';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of the list. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['ChannelView'][];
            /** @description For the next page, if there is one. */
            next_cursor: string | null;
          };
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'channels.create': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewChannelInput'];
      };
    };
    responses: {
      /** @description Done. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChannelView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'channels.show': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChannelView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'channels.remove': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      default: components['responses']['openai-error'];
    };
  };
  'channels.change': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChannelChangesInput'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChannelView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'channels.test': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChannelTestInput'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChannelTestView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'channels.upstreamModels': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UpstreamModelsView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'channels.check': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChannelCheckInput'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChannelCheckView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'configFile.show': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConfigStateView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'configFile.apply': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ConfigApplyInput'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConfigAppliedView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'configFile.diff': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ConfigDiffInput'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConfigDiffView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'configFile.export': {
    parameters: {
      query?: {
        /** @description Also what a config file declares. */
        all?: boolean;
        /** @description With the values of the secrets: for commands beside the database only. */
        secrets?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConfigExportView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'configFile.clearOverride': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConfigStateView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'health.show': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HealthView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'modelCatalog.list': {
    parameters: {
      query?: {
        /** @description Only models that can be called for this. */
        capability?:
          | 'chat'
          | 'completions'
          | 'responses'
          | 'embeddings'
          | 'images'
          | 'speech'
          | 'transcription'
          | 'rerank'
          | 'moderation'
          | 'realtime'
          | 'video';
        /** @description The `next_cursor` of the page before. */
        cursor?: string;
        /** @description How many at most. */
        limit?: number;
        /** @description Only models whose name contains this. */
        search?: string;
        sort?: 'id' | '-id';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of the list. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['CatalogModelView'][];
            /** @description For the next page, if there is one. */
            next_cursor: string | null;
          };
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'modelCatalog.show': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CatalogModelView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'models.list': {
    parameters: {
      query?: {
        /** @description Only models that can be called for this. */
        capability?:
          | 'chat'
          | 'completions'
          | 'responses'
          | 'embeddings'
          | 'images'
          | 'speech'
          | 'transcription'
          | 'rerank'
          | 'moderation'
          | 'realtime'
          | 'video';
        /** @description Only models of the channel with this name. */
        channel?: string;
        /** @description The `next_cursor` of the page before. */
        cursor?: string;
        /** @description How many at most. */
        limit?: number;
        /** @description Only models whose id contains this. */
        search?: string;
        sort?: 'id' | '-id';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of the list. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['ModelView'][];
            /** @description For the next page, if there is one. */
            next_cursor: string | null;
          };
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'models.show': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ModelView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'models.set': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ModelSettingsInput'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ModelView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'models.unset': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      default: components['responses']['openai-error'];
    };
  };
  'models.listChanges': {
    parameters: {
      query?: {
        /** @description The `next_cursor` of the page before. */
        cursor?: string;
        /** @description How many at most. */
        limit?: number;
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of the list. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['AuditEntryView'][];
            /** @description For the next page, if there is one. */
            next_cursor: string | null;
          };
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'owners.list': {
    parameters: {
      query?: {
        /** @description The `next_cursor` of the page before. */
        cursor?: string;
        /** @description How many at most. */
        limit?: number;
        /** @description Only owners whose name contains this. */
        search?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of the list. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['OwnerView'][];
            /** @description For the next page, if there is one. */
            next_cursor: string | null;
          };
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'owners.show': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OwnerView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'owners.limit': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        name: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OwnerLimitsInput'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OwnerView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'playground.issue': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PlaygroundTokenView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'providers.list': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProvidersView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'requests.list': {
    parameters: {
      query?: {
        /** @description Whether the answer was one that had been kept. */
        cache_hit?: boolean;
        /** @description The name of the channel that answered, or was tried last. */
        channel?: string;
        cost?: 'known' | 'unknown';
        /** @description The `next_cursor` of the page before. */
        cursor?: string;
        /** @description Whether moderation found something. */
        flagged?: boolean;
        /** @description The wire format of the client. */
        format?: string;
        /** @description From this moment on. */
        from?: string;
        /** @description Only requests whose id begins like this. */
        id?: string;
        /** @description How many at most. */
        limit?: number;
        /** @description Only requests that took at least so long. */
        min_duration_ms?: number;
        /** @description As the client named it. */
        model?: string;
        operation?: string;
        /** @description `ok`, a kind of error, or `error` for all of those. */
        outcome?: string;
        owner?: string;
        /** @description Only requests of this session of an agent. */
        session?: string;
        /** @description By anything but time only within a period of at most 31 days. */
        sort?: 'started_at' | '-started_at' | 'duration_ms' | '-duration_ms' | 'cost_usd' | '-cost_usd';
        /** @description By what clients are answered: well, with a fault of their own, or with any other. */
        status_class?: '2xx' | '4xx' | '5xx';
        /** @description Up to this moment, and not the moment itself. */
        to?: string;
        /** @description Only requests with the token of this id. */
        token?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of the list. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['RequestView'][];
            /** @description For the next page, if there is one. */
            next_cursor: string | null;
          };
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'requestExports.csv': {
    parameters: {
      query?: {
        /** @description Whether the answer was one that had been kept. */
        cache_hit?: boolean;
        /** @description The name of the channel that answered, or was tried last. */
        channel?: string;
        cost?: 'known' | 'unknown';
        /** @description Whether moderation found something. */
        flagged?: boolean;
        /** @description The wire format of the client. */
        format?: string;
        /** @description From this moment on. */
        from?: string;
        /** @description Only requests whose id begins like this. */
        id?: string;
        /** @description Only requests that took at least so long. */
        min_duration_ms?: number;
        /** @description As the client named it. */
        model?: string;
        operation?: string;
        /** @description `ok`, a kind of error, or `error` for all of those. */
        outcome?: string;
        owner?: string;
        /** @description Only requests of this session of an agent. */
        session?: string;
        /** @description By anything but time only within a period of at most 31 days. */
        sort?: 'started_at' | '-started_at' | 'duration_ms' | '-duration_ms' | 'cost_usd' | '-cost_usd';
        /** @description By what clients are answered: well, with a fault of their own, or with any other. */
        status_class?: '2xx' | '4xx' | '5xx';
        /** @description Up to this moment, and not the moment itself. */
        to?: string;
        /** @description Only requests with the token of this id. */
        token?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'requestExports.ndjson': {
    parameters: {
      query?: {
        /** @description Whether the answer was one that had been kept. */
        cache_hit?: boolean;
        /** @description The name of the channel that answered, or was tried last. */
        channel?: string;
        cost?: 'known' | 'unknown';
        /** @description Whether moderation found something. */
        flagged?: boolean;
        /** @description The wire format of the client. */
        format?: string;
        /** @description From this moment on. */
        from?: string;
        /** @description Only requests whose id begins like this. */
        id?: string;
        /** @description Only requests that took at least so long. */
        min_duration_ms?: number;
        /** @description As the client named it. */
        model?: string;
        operation?: string;
        /** @description `ok`, a kind of error, or `error` for all of those. */
        outcome?: string;
        owner?: string;
        /** @description Only requests of this session of an agent. */
        session?: string;
        /** @description By anything but time only within a period of at most 31 days. */
        sort?: 'started_at' | '-started_at' | 'duration_ms' | '-duration_ms' | 'cost_usd' | '-cost_usd';
        /** @description By what clients are answered: well, with a fault of their own, or with any other. */
        status_class?: '2xx' | '4xx' | '5xx';
        /** @description Up to this moment, and not the moment itself. */
        to?: string;
        /** @description Only requests with the token of this id. */
        token?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/x-ndjson': string;
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'requests.show': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RequestDetailView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'requestContent.show': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RequestContentView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'requestContent.delete': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      default: components['responses']['openai-error'];
    };
  };
  'requests.count': {
    parameters: {
      query?: {
        /** @description Whether the answer was one that had been kept. */
        cache_hit?: boolean;
        /** @description The name of the channel that answered, or was tried last. */
        channel?: string;
        cost?: 'known' | 'unknown';
        /** @description Whether moderation found something. */
        flagged?: boolean;
        /** @description The wire format of the client. */
        format?: string;
        /** @description From this moment on. */
        from?: string;
        /** @description Only requests whose id begins like this. */
        id?: string;
        /** @description Only requests that took at least so long. */
        min_duration_ms?: number;
        /** @description As the client named it. */
        model?: string;
        operation?: string;
        /** @description `ok`, a kind of error, or `error` for all of those. */
        outcome?: string;
        owner?: string;
        /** @description Only requests of this session of an agent. */
        session?: string;
        /** @description By anything but time only within a period of at most 31 days. */
        sort?: 'started_at' | '-started_at' | 'duration_ms' | '-duration_ms' | 'cost_usd' | '-cost_usd';
        /** @description By what clients are answered: well, with a fault of their own, or with any other. */
        status_class?: '2xx' | '4xx' | '5xx';
        /** @description Up to this moment, and not the moment itself. */
        to?: string;
        /** @description Only requests with the token of this id. */
        token?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RequestCountView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'search.find': {
    parameters: {
      query: {
        /** @description A part of a name, the beginning of a request id, or the id of a task. */
        q: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SearchView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'session.show': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SessionView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'session.signIn': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SignInInput'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SessionView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'session.signOut': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      default: components['responses']['openai-error'];
    };
  };
  'session.showLimits': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OwnLimitsView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'session.changePassword': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PasswordChangeInput'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SessionView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'session.signOutEverywhere': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      default: components['responses']['openai-error'];
    };
  };
  'settings.show': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SettingsView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'settings.change': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SettingsInput'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SettingsView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'tasks.list': {
    parameters: {
      query?: {
        /** @description The `next_cursor` of the page before. */
        cursor?: string;
        /** @description From this moment on. */
        from?: string;
        /** @description How many at most. */
        limit?: number;
        /** @description Only tasks of this model. */
        model?: string;
        /** @description Only tasks of this owner. */
        owner?: string;
        sort?: 'created_at' | '-created_at';
        status?: 'queued' | 'in_progress' | 'completed' | 'failed' | 'cancelled';
        /** @description Up to this moment, and not the moment itself. */
        to?: string;
        /** @description Only tasks of the token with this id. */
        token?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of the list. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['TaskView'][];
            /** @description For the next page, if there is one. */
            next_cursor: string | null;
          };
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'tasks.show': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TaskDetailView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'tasks.cancel': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TaskDetailView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'tasks.content': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'video/mp4': string;
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'tasks.describeContent': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      default: components['responses']['openai-error'];
    };
  };
  'tasks.retry': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TaskDetailView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'tokens.list': {
    parameters: {
      query?: {
        /** @description The `next_cursor` of the page before. */
        cursor?: string;
        /** @description Only tokens that expire before then. */
        expires_before?: string;
        /** @description How many at most. */
        limit?: number;
        /** @description Only tokens of this owner. */
        owner?: string;
        /** @description Only tokens whose name contains this. */
        search?: string;
        sort?: 'created_at' | '-created_at' | 'name' | '-name';
        status?: 'active' | 'expired' | 'revoked';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of the list. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['TokenView'][];
            /** @description For the next page, if there is one. */
            next_cursor: string | null;
          };
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'tokens.create': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewTokenInput'];
      };
    };
    responses: {
      /** @description Done. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IssuedTokenView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'tokens.show': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TokenView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'tokens.revoke': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TokenView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'tokens.change': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TokenChangesInput'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChangedTokenView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'tokens.endOldKey': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TokenView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'tokens.rotate': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RotationInput'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IssuedTokenView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'usage.report': {
    parameters: {
      query?: {
        /** @description The name of a channel. */
        channel?: string;
        /** @description From this hour or minute on; an hour, a day or 30 days ago if it is left out. */
        from?: string;
        /** @description A sum for each of these, not only for each interval. By `session` only of at most 31 days. */
        group_by?: string;
        /** @description What is added up to one sum, in UTC; `total` is all of the period. */
        interval?: 'minute' | 'hour' | 'day' | 'total';
        /** @description Whether percentiles of latencies are given, too. Of very many requests they are those of a sample; of requests that are no longer kept there are none. */
        latency?: boolean;
        model?: string;
        operation?: string;
        owner?: string;
        /** @description Only what a session of an agent used; of at most 31 days. */
        session?: string;
        /** @description Up to the end of this hour or minute; now if it is left out. */
        to?: string;
        /** @description Only what was used with the token of this id. */
        token?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UsageReportView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'usage.csv': {
    parameters: {
      query?: {
        /** @description The name of a channel. */
        channel?: string;
        /** @description From this hour or minute on; an hour, a day or 30 days ago if it is left out. */
        from?: string;
        /** @description A sum for each of these, not only for each interval. By `session` only of at most 31 days. */
        group_by?: string;
        /** @description What is added up to one sum, in UTC; `total` is all of the period. */
        interval?: 'minute' | 'hour' | 'day' | 'total';
        /** @description Whether percentiles of latencies are given, too. Of very many requests they are those of a sample; of requests that are no longer kept there are none. */
        latency?: boolean;
        model?: string;
        operation?: string;
        owner?: string;
        /** @description Only what a session of an agent used; of at most 31 days. */
        session?: string;
        /** @description Up to the end of this hour or minute; now if it is left out. */
        to?: string;
        /** @description Only what was used with the token of this id. */
        token?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'users.list': {
    parameters: {
      query?: {
        /** @description The `next_cursor` of the page before. */
        cursor?: string;
        /** @description Only users who are disabled, or only those who are not. */
        disabled?: boolean;
        /** @description Only users whose e-mail address contains this. */
        email?: string;
        /** @description How many at most. */
        limit?: number;
        role?: 'admin' | 'member';
        sort?: 'email' | '-email' | 'created_at' | '-created_at' | 'last_sign_in_at' | '-last_sign_in_at';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of the list. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['UserView'][];
            /** @description For the next page, if there is one. */
            next_cursor: string | null;
          };
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'users.create': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewUserInput'];
      };
    };
    responses: {
      /** @description Done. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserWithPasswordView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'users.show': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'users.change': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UserChangesInput'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'users.resetPassword': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserWithPasswordView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'userSessions.list': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserSessionsView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'userSessions.endAll': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      default: components['responses']['openai-error'];
    };
  };
  'webhookDeliveries.list': {
    parameters: {
      query?: {
        /** @description The `next_cursor` of the page before. */
        cursor?: string;
        /** @description From this moment on. */
        from?: string;
        /** @description How many at most. */
        limit?: number;
        sort?: 'created_at' | '-created_at';
        state?: 'pending' | 'delivered' | 'dead';
        /** @description Up to this moment, and not the moment itself. */
        to?: string;
        /** @description Only deliveries of the token with this id. */
        token?: string;
        /** @description Only this type of event. */
        type?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of the list. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['WebhookDeliveryView'][];
            /** @description For the next page, if there is one. */
            next_cursor: string | null;
          };
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'webhookDeliveries.show': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDeliveryDetailView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
  'webhookDeliveries.replay': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDeliveryDetailView'];
        };
      };
      default: components['responses']['openai-error'];
    };
  };
}
