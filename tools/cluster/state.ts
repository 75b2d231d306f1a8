import { type Answer, ask, type Identity } from './certificates.ts';
import { getPort, type Layout, type NodeName, NODES } from './layout.ts';

/** Role of a server in Patroni's view. */
export type Member = { name: NodeName; role: string; state: string; timeline?: number };

/** Asks the parts of a cluster how they are, with a certificate of the cluster. */
export class ClusterState {
  readonly #layout: Layout;
  readonly #identity: Identity;

  constructor(layout: Layout, identity: Identity) {
    this.#layout = layout;
    this.#identity = identity;
  }

  /** Asks Patroni of a server; undefined if it does not answer. */
  patroni(name: NodeName, address: string): Promise<Answer | undefined> {
    return this.#ask(name, `${name}Rest`, address);
  }

  /** Asks a member of etcd; undefined if it does not answer. */
  etcd(name: NodeName, address: string, body?: unknown): Promise<Answer | undefined> {
    return this.#ask(name, `${name}Etcd`, address, body);
  }

  /** Returns the servers as the first Patroni that answers sees them. */
  async members(): Promise<Member[]> {
    for (const name of NODES) {
      const answer = await this.patroni(name, '/cluster');
      if (answer?.status === 200) return (JSON.parse(answer.text) as { members: Member[] }).members;
    }
    return [];
  }

  /** Returns the server that says of itself that it is the primary, as HAProxy asks. */
  async primary(): Promise<NodeName | undefined> {
    for (const name of NODES)
      if ((await this.patroni(name, '/primary'))?.status === 200) return name;
    return undefined;
  }

  /** Returns true once there is a primary and a synchronous standby, so that commits can be acknowledged. */
  async isSafe(): Promise<boolean> {
    const members = await this.members();
    return ['leader', 'sync_standby'].every((role) => members.some((one) => one.role === role));
  }

  /** Returns true if all servers run on one timeline, and all members of etcd agree. */
  async isWhole(): Promise<boolean> {
    const members = await this.members();
    // Patroni shows the last state of a server that does not answer.
    const isHealthy = async (name: NodeName) =>
      (await this.patroni(name, '/health'))?.status === 200 && (await this.isInQuorum(name));
    const healthy = await Promise.all(NODES.map(isHealthy));
    return (
      members.length === NODES.length &&
      new Set(members.map(({ timeline }) => timeline)).size === 1 &&
      !healthy.includes(false) &&
      (await this.isSafe())
    );
  }

  /** Returns true if a member of etcd reaches the quorum. */
  async isInQuorum(name: NodeName): Promise<boolean> {
    return (await this.etcd(name, '/health'))?.text.includes('"health":"true"') ?? false;
  }

  /** Returns the server whose member leads etcd. */
  async etcdLeader(): Promise<NodeName | undefined> {
    for (const name of NODES) {
      const answer = await this.etcd(name, '/v3/maintenance/status', {});
      if (answer?.status !== 200) continue;
      const { leader, header } = JSON.parse(answer.text) as EtcdStatus;
      if (leader === header.member_id) return name;
    }
    return undefined;
  }

  #ask(name: NodeName, part: string, address: string, body?: unknown): Promise<Answer | undefined> {
    const url = `https://${this.#layout.hosts[name]}:${getPort(this.#layout, part)}${address}`;
    const method = body === undefined ? 'GET' : 'POST';
    return ask(url, this.#identity, { method, body }).catch(() => undefined);
  }
}

type EtcdStatus = { leader: string; header: { member_id: string } };
