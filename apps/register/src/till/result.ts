/** Result of a command; `reason` is a code, the words are the screen's. */
export type Result<Reason extends string, Value = unknown> =
  | ({ ok: true } & Value)
  | {
      ok: false;
      reason: Reason;
      /** Seconds to wait, or the rule in the server's words. */ detail?: string;
    };

/** Reason why a receipt was not emailed. `not_booked`: the office does not have the sale. */
export type EmailRefusal =
  | 'no_network'
  | 'not_booked'
  | 'invalid'
  | 'too_many'
  | 'sign_in_needed'
  | 'server_trouble';
