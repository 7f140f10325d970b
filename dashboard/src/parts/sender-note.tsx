import { Link } from '@tanstack/react-router'

/** Where the sender of a mail is set, and that a mail of this machine gets no reply. */
export function SenderNote({ address }: { address: string }) {
  const isLocal = /@(?:localhost|.*\.local)$/.test(address)
  return (
    <p className={isLocal ? 'caution' : 'meta'}>
      {isLocal && '▲ A reply to this address gets nowhere. '}
      The name is set under <Link to="/settings">Settings</Link>, the address by the operator with
      MAIL_FROM.
    </p>
  )
}
