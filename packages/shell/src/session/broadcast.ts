/** What the windows of one browser tell each other about the session. */
type Message = { type: 'active'; at: number } | { type: 'signed-out' } | { type: 'changed' }

let channel: BroadcastChannel | undefined

export function onBroadcast(listener: (message: Message) => void) {
  channel = new BroadcastChannel('cuadre:sesion')
  channel.onmessage = ({ data }: MessageEvent<Message>) => listener(data)
}
/** Sends to the other windows, not to this one. */
export const broadcast = (message: Message) => channel?.postMessage(message)
